/** '3,25' */
export function decimalText(value: number): string {
  return String(value).replace('.', ',')
}

/** '3,25 points' */
export function pointsText(points: number): string {
  return `${decimalText(points)}\u00a0${points < 2 ? 'point' : 'points'}`
}
