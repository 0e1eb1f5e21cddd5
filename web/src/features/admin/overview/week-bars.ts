import type { WeekCount } from '#shared/contract/admin-overview.ts'

/** The drawing's own units: it is stretched to the place there is. */
export const WIDTH = 120
export const HEIGHT = 100

/** The two bars of a week: where the pair begins, how wide and how high each is. */
export type Bar = {
  week: string
  x: number
  width: number
  signUps: number
  activations: number
  /** Every third has its date below it; all of them would run into each other. */
  isLabelled: boolean
}

/** The bars of the weeks, and the count at the upper edge: at least 4, so that one is not the sky. */
export function chartOf(weeks: readonly WeekCount[]): { top: number; bars: Bar[] } {
  const top = Math.max(4, ...weeks.flatMap(({ signUps, activations }) => [signUps, activations]))
  const step = WIDTH / Math.max(weeks.length, 1)
  const bars = weeks.map(({ week, signUps, activations }, index) => ({
    week,
    x: (index + 0.15) * step,
    width: step * 0.35,
    signUps: (signUps / top) * HEIGHT,
    activations: (activations / top) * HEIGHT,
    isLabelled: (weeks.length - index) % 3 === 2,
  }))
  return { top, bars }
}
