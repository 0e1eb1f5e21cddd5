import { act, renderHook } from '@testing-library/react'
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { RUNS } from '#shared/test-support/runs.ts'
import { minutesLeft, timeLeft, untilNextMinute, useTimeLeft } from './exam-clock.ts'

const MINUTE = 60_000

test.each([
  [240 * MINUTE, { minutes: 240, isNearEnd: false, isOver: false }],
  [240 * MINUTE - 1, { minutes: 240, isNearEnd: false, isOver: false }],
  [15 * MINUTE + 1, { minutes: 16, isNearEnd: false, isOver: false }],
  [15 * MINUTE, { minutes: 15, isNearEnd: true, isOver: false }],
  [1, { minutes: 1, isNearEnd: true, isOver: false }],
  [0, { minutes: 0, isNearEnd: true, isOver: true }],
  [-5 * MINUTE, { minutes: 0, isNearEnd: true, isOver: true }],
])('%i ms before the end: %j', (left, expected) => {
  expect(timeLeft(minutesLeft(1_000_000_000 + left, 1_000_000_000))).toEqual(expected)
})

test('waits exactly until the shown time changes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 * MINUTE }), (left) => {
      const next = untilNextMinute(left, 0)
      const minutes = minutesLeft(left, 0)
      expect(minutesLeft(left, next - 1)).toBe(minutes)
      expect(minutesLeft(left, next)).toBe(minutes - 1)
    }),
    RUNS,
  )
})

test('counts down, and is right at once when a device wakes', () => {
  vi.useFakeTimers({ now: 0 })
  const { result } = renderHook(() => useTimeLeft(100 * MINUTE))
  expect(result.current.minutes).toBe(100)
  act(() => void vi.advanceTimersByTime(61_000))
  expect(result.current.minutes).toBe(99)
  // While the device sleeps, time passes and no timer runs.
  vi.setSystemTime(95 * MINUTE)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(result.current).toEqual({ minutes: 5, isNearEnd: true, isOver: false })
  for (let minute = 0; minute < 5; minute++) act(() => void vi.advanceTimersByTime(MINUTE))
  expect(result.current.isOver).toBe(true)
})
