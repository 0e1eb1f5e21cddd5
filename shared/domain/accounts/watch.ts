import { WATCHED_FIGURES, type WatchedFigures } from '../../entities/account-day.ts'

/** How far a day stands out: its largest figure as a multiple of the threshold; from 1 on it is watched. */
export function conspicuousness(figures: WatchedFigures, thresholds: WatchedFigures): number {
  return Math.max(...WATCHED_FIGURES.map((name) => figures[name] / thresholds[name]))
}
