import { afterEach, expect, test } from 'vitest'
import { clearVideoPositions, VIDEO_POSITIONS_KEY as KEY } from '#web/lib/browser-storage.ts'
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
