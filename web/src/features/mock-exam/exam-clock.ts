import { useCallback, useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000
/** From here on the clock says that the end is near. */
const LAST_MINUTES = 15

/** What is left of an examination: whole minutes, the one that has begun included. */
type TimeLeft = { minutes: number; isNearEnd: boolean; isOver: boolean }

export function timeLeft(minutes: number): TimeLeft {
  return { minutes, isNearEnd: minutes <= LAST_MINUTES, isOver: minutes === 0 }
}

/** 0 from the moment of the end on. */
export function minutesLeft(endsAt: number, now: number): number {
  return Math.ceil(Math.max(0, endsAt - now) / MINUTE_MS)
}

/** Milliseconds until the minutes left are fewer. */
export function untilNextMinute(endsAt: number, now: number): number {
  return Math.max(0, endsAt - now) % MINUTE_MS || MINUTE_MS
}

/** The time left until a moment of this device's clock; it is right at once when a device that slept is looked at. */
export function useTimeLeft(endsAt: number): TimeLeft {
  const subscribe = useCallback(
    (onChange: () => void) => {
      let timer: ReturnType<typeof setTimeout>
      const wait = () => {
        timer = setTimeout(read, untilNextMinute(endsAt, Date.now()))
      }
      const read = () => {
        clearTimeout(timer)
        wait()
        onChange()
      }
      wait()
      // Timers stand still while a phone sleeps.
      document.addEventListener('visibilitychange', read)
      window.addEventListener('pageshow', read)
      return () => {
        clearTimeout(timer)
        document.removeEventListener('visibilitychange', read)
        window.removeEventListener('pageshow', read)
      }
    },
    [endsAt],
  )
  return timeLeft(useSyncExternalStore(subscribe, () => minutesLeft(endsAt, Date.now())))
}
