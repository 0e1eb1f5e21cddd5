// Apart from dates.ts, which public pages load: only accounts and owners see instants.

const day = formatter('fr-FR', { dateStyle: 'short' })
const moment = formatter('fr-FR', { dateStyle: 'short', timeStyle: 'medium' })
const moroccanDay = formatter('fr-FR', { dateStyle: 'long', timeZone: 'Africa/Casablanca' })
const moroccanCalendarDay = formatter('sv-SE', { timeZone: 'Africa/Casablanca' })

/** '10/07/2026' in the reader's time zone. */
export function formatDay(iso: string): string {
  return day(new Date(iso))
}

/** '10/07/2026 14:03:59' in the reader's time zone. */
export function formatMoment(iso: string): string {
  return moment(new Date(iso))
}

/** '10 juillet 2026' where the site's students are. */
export function formatMoroccanDay(iso: string): string {
  return moroccanDay(new Date(iso))
}

/** The last day of what ends at this instant: '10 juillet 2026' for the midnight that begins the 11th in Morocco. */
export function formatLastDay(end: string): string {
  return moroccanDay(Date.parse(end) - 1)
}

/** The last day of what ends at this instant, as the value of a date field: '2026-07-10'. */
export function lastCalendarDay(end: string): string {
  return moroccanCalendarDay(Date.parse(end) - 1)
}

/** Today where the site's students are: '2026-07-10'. */
export function moroccanToday(now = new Date()): string {
  return moroccanCalendarDay(now)
}

/** Created on first use, since that is slow. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): (at: Date | number) => string {
  let made: Intl.DateTimeFormat | null = null
  return (at) => {
    made ??= new Intl.DateTimeFormat(locale, options)
    return made.format(at)
  }
}
