import { act } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'

/** Replaces the clock, which {@link passes} moves on; returns a user whose typing needs no time. */
export function stopClock() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  return userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
}

export const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
