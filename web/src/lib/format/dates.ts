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
