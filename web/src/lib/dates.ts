const day = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short' })
const moment = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeStyle: 'medium' })
const longDay = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' })

/** '10/07/2026' in the reader's time zone. */
export function formatDay(iso: string): string {
  return day.format(new Date(iso))
}

/** '10/07/2026 14:03:59' in the reader's time zone. */
export function formatMoment(iso: string): string {
  return moment.format(new Date(iso))
}

/** '10 juillet 2026' for a calendar date YYYY-MM-DD. */
export function formatCalendarDay(date: string): string {
  return longDay.format(new Date(`${date}T00:00:00Z`))
}
