import { systemClock } from '../http/use-case.ts'

const realTime = systemClock.now

/**
 * Sets the clock of the functions in this process; tokens and the SDK keep the real one. Null restores the real time.
 */
export function setClock(at: Date | null): void {
  systemClock.now = at === null ? realTime : () => new Date(at)
}
