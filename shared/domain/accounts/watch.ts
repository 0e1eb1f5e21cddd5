import { type AccountDay, WATCHED_FIGURES, type WatchedFigures } from '../../entities/account-day.ts'

/** A day as it is judged, with the number of its browsers. */
export type JudgedDay = WatchedFigures & Pick<AccountDay, 'networksAlternate'> & { browsers: number }

/**
 * How far a day stands out; from 1 on it is watched. Its largest figure as a multiple of the threshold; the browsers
 * that no change explains, such as one that was refused while another held the session; 1 for networks that alternate.
 */
export function conspicuousness(day: JudgedDay, thresholds: WatchedFigures): number {
  return Math.max(
    ...WATCHED_FIGURES.map((name) => day[name] / thresholds[name]),
    // The first browser of a day may be that of the day before, which is no change.
    day.browsers - 1 - day.deviceChanges,
    Number(day.networksAlternate),
  )
}
