import type { KeyboardEvent } from 'react'
import { expect, test } from 'vitest'
import { keyAction, partIndex } from './keyboard.ts'

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  keyAction({ key, target: document.createElement('button'), ...more } as KeyboardEvent)

test.each([
  ['+', 'zoomIn'],
  ['=', 'zoomIn'],
  ['-', 'zoomOut'],
  ['0', 'fit'],
  ['PageDown', 'scroll'],
])('maps %s to %s', (key, action) => {
  expect(press(key)).toBe(action)
})

test.each([
  ['1', {}, 0],
  ['3', {}, 2],
  ['0', {}, -1],
  ['a', {}, -1],
  ['2', { ctrlKey: true }, -1],
  ['2', { target: document.createElement('input') }, -1],
])('%s %j shows the document at %s', (key, more, index) => {
  const event: object = { key, target: document.createElement('button'), ...more }
  expect(partIndex(event as KeyboardEvent)).toBe(index)
})

test('takes Ctrl+P, Ctrl+F and their Cmd forms, and leaves other shortcuts to the browser', () => {
  expect(press('p', { ctrlKey: true })).toBe('print')
  expect(press('P', { metaKey: true })).toBe('print')
  expect(press('f', { ctrlKey: true })).toBe('find')
  expect(press('f', { ctrlKey: true, target: document.createElement('input') })).toBe('find')
  expect(press('+', { ctrlKey: true })).toBeNull()
  expect(press('ArrowLeft', { altKey: true })).toBeNull()
})

test('leaves keys to a focused field, and scrolling to the focused pages', () => {
  expect(press('0', { target: document.createElement('input') })).toBeNull()
  expect(press('End', { target: document.createElement('section') })).toBeNull()
  expect(press('+', { target: document.createElement('section') })).toBe('zoomIn')
})
