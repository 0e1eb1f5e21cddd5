// The home page shows dates, and loading the browser's own month names takes a cheap phone 60 ms.
const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
)

/** '10 juillet 2026', '1er juin 2026' for a calendar date YYYY-MM-DD. */
export function formatCalendarDay(date: string): string {
  const [year, month, dayOfMonth] = date.split('-').map(Number)
  return `${dayOfMonth === 1 ? '1er' : dayOfMonth} ${MONTHS[Number(month) - 1]} ${year}`
}

/** '10/07' for a calendar date YYYY-MM-DD. */
export function formatShortCalendarDay(date: string): string {
  const [, month, dayOfMonth] = date.split('-')
  return `${dayOfMonth}/${month}`
}

/** "jusqu'au 10 juillet 2027", 'sans date de fin' */
export function untilText(lastDay: string | null): string {
  return lastDay === null ? 'sans date de fin' : `jusqu'au ${formatCalendarDay(lastDay)}`
}

/** '18:05' in the reader's time zone. */
export function hourText(at: number | string): string {
  return new Date(at).toLocaleTimeString('fr-FR', { hour: '2-digit', minute: '2-digit' })
}
