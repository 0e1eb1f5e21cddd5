/** '12,5': points as French writes them. */
export function formatPoints(points: number): string {
  return String(points).replace('.', ',')
}

/** '2,5 points', '1,75 point' */
export function pointsText(points: number): string {
  return `${formatPoints(points)} ${points < 2 ? 'point' : 'points'}`
}

/** '3 h 05', '45 min' */
export function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes}\u00a0min` : `${hours}\u00a0h\u00a0${String(minutes % 60).padStart(2, '0')}`
}
