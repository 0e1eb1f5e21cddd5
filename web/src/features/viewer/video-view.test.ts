import type { KeyboardEvent } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { clearVideoPositions, VIDEO_POSITIONS_KEY as KEY } from '#web/lib/documents/video-positions.ts'
import { keyAction } from './keyboard.ts'
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

  test('takes Ctrl+P, Ctrl+F and their Cmd forms, and leaves other shortcuts to the browser', () => {
    expect(press('p', { ctrlKey: true })).toBe('print')
    expect(press('P', { metaKey: true })).toBe('print')
    expect(press('f', { ctrlKey: true })).toBe('find')
    expect(press('f', { ctrlKey: true, target: document.createElement('input') })).toBe('find')
    expect(press('+', { ctrlKey: true })).toBeNull()
    expect(press('ArrowLeft', { altKey: true })).toBeNull()
  })
})
