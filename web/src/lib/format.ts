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

/** '3,25', with the decimal comma. */
export function decimalText(value: number): string {
  return String(value).replace('.', ',')
}

/** '3,25 points', '1,75 point' */
export function pointsText(points: number): string {
  return `${decimalText(points)}\u00a0${points < 2 ? 'point' : 'points'}`
}

/** '3 h 05', '45 min' */
export function minutesText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  return hours > 0 ? `${hours}\u00a0h\u00a0${String(minutes % 60).padStart(2, '0')}` : `${minutes}\u00a0min`
}

/** '3 sujets sur 7', or '1 sujet' when there are no others. */
export function subjectsText(shown: number, all: number): string {
  const subjects = `${shown} ${shown < 2 ? 'sujet' : 'sujets'}`
  return shown === all ? subjects : `${subjects} sur ${all}`
}
