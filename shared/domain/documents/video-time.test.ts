import * as fc from 'fast-check'
import { RUNS } from '../../test-support/runs.ts'
import { parseTime, timeText } from './video-time.ts'

test.each([
  ['0:05', 5],
  ['4:30', 270],
  ['75:00', 4500],
  ['1:02:05', 3725],
  ['4 min 30', 270],
  ['', null],
  ['430', Number.NaN],
  ['4:75', Number.NaN],
  ['1:75:00', Number.NaN],
])("'%s' in a video is %d s from its beginning", (text, seconds) => {
  expect(parseTime(text)).toEqual(seconds)
})

test('reads a time that it has written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 36_000 }), (seconds) => {
      expect(parseTime(timeText(seconds))).toBe(seconds)
    }),
    RUNS,
  )
})
