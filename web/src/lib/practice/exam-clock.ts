import { useCallback, useSyncExternalStore } from 'react'
import { endAll, listen } from '#web/lib/listen.ts'
import { onTimeMoved, serverNow } from '../server-clock.ts'

const MINUTE_MS = 60_000
/** From this number of minutes on, the clock says that the end is near. */
const LAST_MINUTES = 15

/** @param minutes the remaining whole ones of an examination, including the one that has begun */
export function timeLeft(minutes: number) {
  return { minutes, isNearEnd: minutes <= LAST_MINUTES, isOver: minutes === 0 }
}

/** 0 from the end on. */
export function minutesLeft(endsAt: number, now: number): number {
  return Math.ceil(Math.max(0, endsAt - now) / MINUTE_MS)
}

/** Returns the milliseconds until one minute less is left. */
export function untilNextMinute(endsAt: number, now: number): number {
  return Math.max(0, endsAt - now) % MINUTE_MS || MINUTE_MS
}

/** Right at once when a device that slept becomes visible. */
export function useTimeLeft(endsAt: number) {
  const subscribe = useCallback(
    (onChange: () => void) => {
      let timer: ReturnType<typeof setTimeout>
      const wait = () => {
        timer = setTimeout(read, untilNextMinute(endsAt, serverNow()))
      }
      const read = () => {
        clearTimeout(timer)
        wait()
        onChange()
      }
      wait()
      // Timers stop while a phone sleeps.
      return endAll(onTimeMoved(read), listen(window, 'pageshow', read), () => clearTimeout(timer))
    },
    [endsAt],
  )
  return timeLeft(useSyncExternalStore(subscribe, () => minutesLeft(endsAt, serverNow())))
}
