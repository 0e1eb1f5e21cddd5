import type { KeyboardEvent } from 'react'
import { expect, test } from 'vitest'
import { keyRequest } from './viewer-keys.ts'

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  keyRequest({ key, target: document.createElement('button'), ...more } as KeyboardEvent)

test.each([
  ['+', 'zoomIn'],
  ['=', 'zoomIn'],
  ['-', 'zoomOut'],
  ['0', 'fit'],
  ['PageDown', 'scroll'],
])('%s asks for %s', (key, request) => {
  expect(press(key)).toBe(request)
})

test('Ctrl+P and Cmd+P print the pages, other shortcuts stay the browser’s', () => {
  expect(press('p', { ctrlKey: true })).toBe('print')
  expect(press('P', { metaKey: true })).toBe('print')
  expect(press('+', { ctrlKey: true })).toBeNull()
  expect(press('ArrowLeft', { altKey: true })).toBeNull()
})

test('a field keeps its keys, and the pages scroll by themselves', () => {
  expect(press('0', { target: document.createElement('input') })).toBeNull()
  expect(press('End', { target: document.createElement('section') })).toBeNull()
  expect(press('+', { target: document.createElement('section') })).toBe('zoomIn')
})
