import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { exerciseClocksText } from '#web/lib/browser-storage.ts'
import { aProfile } from '#web/test/answers.ts'
import { useExerciseClock } from './exercise-clock.tsx'

const NOW = Date.parse('2026-03-01T22:00:00.000Z')
const HOUR_MS = 60 * 60_000
const END = NOW + HOUR_MS
const signIn = (id: string) =>
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile({ id }) })
const open = (number = 2) => renderHook(() => useExerciseClock(`bac-SM-2023-Normale#${number}`)).result

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  signIn('a')
})
afterEach(() => {
  vi.useRealTimers()
  exerciseClocksText.write(null)
})

test.each([
  { what: 'until a day after its end', account: 'a', at: END + 24 * HOUR_MS - 1, number: 2, kept: END },
  { what: 'no longer', account: 'a', at: END + 24 * HOUR_MS, number: 2, kept: null },
  { what: 'for its account only', account: 'b', at: NOW, number: 2, kept: null },
  { what: 'for its exercise only', account: 'a', at: NOW, number: 1, kept: null },
])('keeps a clock over a reload, $what', ({ account, at, number, kept }) => {
  const first = open()
  act(() => first.current[1](END))
  expect(first.current[0]).toBe(END)
  vi.setSystemTime(at)
  act(() => signIn(account))
  expect(open(number).current[0]).toBe(kept)
})

test('a clock outlasts the start of another one while the device is two days ahead', () => {
  const [first, other] = [open(), open(3)]
  act(() => first.current[1](END))
  vi.setSystemTime(NOW + 48 * HOUR_MS)
  act(() => other.current[1](END + 48 * HOUR_MS))
  vi.setSystemTime(NOW)
  expect(open().current[0]).toBe(END)
})
