const day = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short' })
const moment = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeStyle: 'medium' })
const longDay = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' })
const moroccanDay = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Africa/Casablanca' })

/** '10/07/2026' in the reader's time zone. */
export function formatDay(iso: string): string {
  return day.format(new Date(iso))
}

/** '10/07/2026 14:03:59' in the reader's time zone. */
export function formatMoment(iso: string): string {
  return moment.format(new Date(iso))
}

/** '10 juillet 2026' where the site's students are. */
export function formatMoroccanDay(iso: string): string {
  return moroccanDay.format(new Date(iso))
}

/** The last day of what ends at this instant: '10 juillet 2026' for the midnight that begins the 11th in Morocco. */
export function formatLastDay(end: string): string {
  return moroccanDay.format(Date.parse(end) - 1)
}

/** '10 juillet 2026' for a calendar date YYYY-MM-DD. */
export function formatCalendarDay(date: string): string {
  return longDay.format(new Date(`${date}T00:00:00Z`))
}

const moroccanCalendarDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Casablanca' })

/** The last day of what ends at this instant, as fields for dates want it: '2026-07-10'. */
export function lastCalendarDay(end: string): string {
  return moroccanCalendarDay.format(Date.parse(end) - 1)
}

/** Today where the site's students are: '2026-07-10'. */
export function moroccanToday(now = new Date()): string {
  return moroccanCalendarDay.format(now)
}

const shortDay = new Intl.DateTimeFormat('fr-FR', { day: '2-digit', month: '2-digit', timeZone: 'UTC' })

/** '10/07' for a calendar date YYYY-MM-DD. */
export function formatShortCalendarDay(date: string): string {
  return shortDay.format(new Date(`${date}T00:00:00Z`))
}
