import { useCallback, useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000
/** From here on the clock says that the end is near. */
const LAST_MINUTES = 15

/** What is left of an examination: whole minutes, the one that has begun included. */
export type TimeLeft = { minutes: number; isLastQuarter: boolean; isOver: boolean }

export function timeLeft(minutes: number): TimeLeft {
  return { minutes, isLastQuarter: minutes <= LAST_MINUTES, isOver: minutes === 0 }
}

/** 0 from the moment of the end on. */
export function minutesLeft(endsAt: number, now: number): number {
  return Math.ceil(Math.max(0, endsAt - now) / MINUTE_MS)
}

/** Milliseconds until the minutes left are fewer. */
export function untilNextMinute(endsAt: number, now: number): number {
  return Math.max(0, endsAt - now) % MINUTE_MS || MINUTE_MS
}

/** '3 h 05', '45 min' */
export function minutesText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  return hours > 0 ? `${hours}\u00a0h\u00a0${String(minutes % 60).padStart(2, '0')}` : `${minutes}\u00a0min`
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
