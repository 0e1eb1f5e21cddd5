/** '3,25', with the decimal comma. */
export function decimalText(value: number): string {
  return String(value).replace('.', ',')
}

/** '3,25 points', '1,75 point' */
export function pointsText(points: number): string {
  return `${decimalText(points)} ${points < 2 ? 'point' : 'points'}`
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
