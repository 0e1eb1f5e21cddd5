const TIME_ZONE = 'Africa/Casablanca'
const DAY_SECONDS = 24 * 3_600

let clockFace: Intl.DateTimeFormat | undefined

/** Reads a clock in Morocco by the time zone database: the hour differs in Ramadan, and laws have changed it. */
function readClock(instant: Date) {
  // Built at its first use, since most calls do not need it.
  clockFace ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: TIME_ZONE,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const parts = Object.fromEntries(clockFace.formatToParts(instant).map(({ type, value }) => [type, value]))
  const [hour, minute, second] = [parts['hour'], parts['minute'], parts['second']].map(Number)
  return {
    day: `${parts['year']}-${parts['month']}-${parts['day']}`,
    seconds: (hour ?? 0) * 3_600 + (minute ?? 0) * 60 + (second ?? 0),
  }
}

export function moroccanDay(instant: Date): string {
  return readClock(instant).day
}

export function secondsToNextDay(now: Date): number {
  const { seconds } = readClock(now)
  const naive = DAY_SECONDS - seconds
  const after = readClock(new Date(Math.floor(now.getTime() / 1_000) * 1_000 + naive * 1_000)).seconds
  // When the hour changes before midnight, the sum is an hour off.
  return after < DAY_SECONDS / 2 ? naive - after : naive + DAY_SECONDS - after
}

export function startOfDay(day: string): Date {
  // Noon in UTC is on the same day in Morocco, whose clocks are at most an hour ahead.
  const noonBefore = new Date(Date.parse(`${day}T12:00:00Z`) - DAY_SECONDS * 1_000)
  return new Date(noonBefore.getTime() + secondsToNextDay(noonBefore) * 1_000)
}

/** The first instant of the next day. It is only shown: days are compared as days. */
export function endOfDay(day: string): Date {
  return startOfDay(daysBefore(day, -1))
}

export function isOver(day: string, now: Date): boolean {
  return day < moroccanDay(now)
}

export function lastDayBefore(end: Date): string {
  return moroccanDay(new Date(end.getTime() - 1))
}

/** Returns the milliseconds by which clocks in Morocco are ahead of UTC at the end of a day. */
export function utcOffset(day: string): number {
  return Date.parse(`${daysBefore(day, -1)}T00:00:00Z`) - endOfDay(day).getTime()
}

export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * DAY_SECONDS * 1_000).toISOString().slice(0, 10)
}

export const WEEK_DAYS = 7

/** Returns the days from one day until another. */
export function daysBetween(from: string, until: string): number {
  return (Date.parse(until) - Date.parse(from)) / (DAY_SECONDS * 1_000)
}

export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return daysBefore(day, (weekday + WEEK_DAYS - 1) % WEEK_DAYS)
}

export function lastMondays(today: string, weeks: number): string[] {
  const monday = mondayOf(today)
  return Array.from({ length: weeks }, (_, index) => daysBefore(monday, (weeks - 1 - index) * WEEK_DAYS))
}

/** No `updatedAt` is used twice, so that a write can be conditioned on it. */
export function laterThan(before: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString()
}
