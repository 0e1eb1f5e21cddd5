import type { KeyboardEvent } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { clearVideoPositions, VIDEO_POSITIONS_KEY as KEY } from '#web/lib/documents/video-positions.ts'
import { keyAction, partIndex } from './keyboard.ts'
import { storeVideoPosition, videoPosition } from './video-view.tsx'

const lesson = { id: 'v1', version: '1' }

afterEach(clearVideoPositions)

test('keeps the last position of each video until its end, and starts another version at its beginning', () => {
  storeVideoPosition(lesson, 42.5)
  storeVideoPosition({ id: 'v2', version: '1' }, 7)
  storeVideoPosition(lesson, 50)
  expect(videoPosition(lesson)).toBe(50)
  expect(videoPosition({ id: 'v1', version: '2' })).toBe(0)
  storeVideoPosition(lesson, null)
  expect(videoPosition(lesson)).toBe(0)
  clearVideoPositions()
  expect(localStorage.getItem(KEY)).toBeNull()
})

test('keeps the latest fifty positions', () => {
  for (let number = 1; number <= 60; number += 1)
    storeVideoPosition({ id: `v${number}`, version: '1' }, number)
  expect(videoPosition({ id: 'v10', version: '1' })).toBe(0)
  expect(videoPosition({ id: 'v11', version: '1' })).toBe(11)
})

test.each(['{', '"x"', '[{"id":1}]'])('ignores a stored value that is no list of positions: %s', (text) => {
  localStorage.setItem(KEY, text)
  expect(videoPosition(lesson)).toBe(0)
})

describe('the keyboard', () => {
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
})
