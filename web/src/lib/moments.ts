// Kept apart from format.ts, which public pages load: only accounts and owners see instants. The server decides what
// holds until a day, since the time zone data of a device may be old.

const day = formatter('fr-FR', { dateStyle: 'short' })
const moment = formatter('fr-FR', { dateStyle: 'short', timeStyle: 'medium' })
const moroccanDay = formatter('fr-FR', { dateStyle: 'long', timeZone: 'Africa/Casablanca' })
const moroccanDayOfYear = formatter('fr-FR', { day: 'numeric', month: 'long', timeZone: 'Africa/Casablanca' })
const calendarDay = formatter('sv-SE', { timeZone: 'Africa/Casablanca' })

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

/** '10 juillet' where the site's students are, of something recent. */
export function formatMoroccanDayOfYear(iso: string): string {
  return moroccanDayOfYear(new Date(iso))
}

/** '2026-07-10' where the site's students are. */
export function moroccanCalendarDay(iso: string): string {
  return calendarDay(new Date(iso))
}

/** Created on first use, since that is slow. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): (at: Date | number) => string {
  let made: Intl.DateTimeFormat | null = null
  return (at) => {
    made ??= new Intl.DateTimeFormat(locale, options)
    return made.format(at)
  }
}
