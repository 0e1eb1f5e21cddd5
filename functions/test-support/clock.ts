import { systemClock } from '../http/clock.ts'

const realTime = systemClock.now

/**
 * Sets the clock by which the functions of this test live, as they were deployed: tokens and the SDK keep the real one.
 * Null gives the real time back.
 */
export function setClock(at: Date | null): void {
  systemClock.now = at === null ? realTime : () => new Date(at)
}
