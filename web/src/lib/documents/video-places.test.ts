import { afterEach, expect, test } from 'vitest'
import { forgetVideoPlaces, VIDEO_PLACES_KEY as KEY } from './forget-video-places.ts'
import { keepVideoPlace, videoPlace } from './video-places.ts'

const lesson = { id: 'v1', version: '1' }

afterEach(forgetVideoPlaces)

test('a video goes on where it was left, each by itself', () => {
  expect(videoPlace(lesson)).toBe(0)
  keepVideoPlace(lesson, 42.5)
  keepVideoPlace({ id: 'v2', version: '1' }, 7)
  expect(videoPlace(lesson)).toBe(42.5)
  keepVideoPlace(lesson, 50)
  expect(videoPlace(lesson)).toBe(50)
  expect(videoPlace({ id: 'v2', version: '1' })).toBe(7)
})

test('another version of the file begins anew', () => {
  keepVideoPlace(lesson, 42)
  expect(videoPlace({ id: 'v1', version: '2' })).toBe(0)
})

test('nothing is left of what was watched to its end or forgotten', () => {
  keepVideoPlace(lesson, 42)
  keepVideoPlace(lesson, null)
  expect(localStorage.getItem(KEY)).toBeNull()
  keepVideoPlace(lesson, 42)
  forgetVideoPlaces()
  expect(videoPlace(lesson)).toBe(0)
})

test('only the latest fifty are remembered', () => {
  for (let number = 1; number <= 60; number += 1) keepVideoPlace({ id: `v${number}`, version: '1' }, number)
  expect(videoPlace({ id: 'v10', version: '1' })).toBe(0)
  expect(videoPlace({ id: 'v11', version: '1' })).toBe(11)
})

test.each(['{', '"x"', '[{"id":1}]'])('what somebody else wrote there (%s) is nothing', (text) => {
  localStorage.setItem(KEY, text)
  expect(videoPlace(lesson)).toBe(0)
})
