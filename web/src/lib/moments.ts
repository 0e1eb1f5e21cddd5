// Kept apart from format.ts, which public pages load: only accounts and owners see instants. The server decides what
// holds until a day, since the time zone data of a device may be old.

const timeZone = 'Africa/Casablanca'

/** '10/07/2026' in the reader's time zone. */
export const formatDay = formatter('fr-FR', { dateStyle: 'short' })

/** '10/07/2026 14:03:59' in the reader's time zone. */
export const formatMoment = formatter('fr-FR', { dateStyle: 'short', timeStyle: 'medium' })

/** '10 juillet 2026' where the site's students are. */
export const formatMoroccanDay = formatter('fr-FR', { dateStyle: 'long', timeZone })

/** '10 juillet' where the site's students are, of something recent. */
export const formatMoroccanDayOfYear = formatter('fr-FR', { day: 'numeric', month: 'long', timeZone })

/** '2026-07-10' where the site's students are. */
export const moroccanCalendarDay = formatter('sv-SE', { timeZone })

/** Created on first use, since that is slow. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): (iso: string) => string {
  let made: Intl.DateTimeFormat | null = null
  return (iso) => {
    made ??= new Intl.DateTimeFormat(locale, options)
    return made.format(new Date(iso))
  }
}
