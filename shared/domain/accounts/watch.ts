import { type AccountDay, WATCHED_FIGURES, type WatchedFigures } from '../../entities/account-day.ts'

/** The figures of a day, with the number of its browsers. */
export type JudgedDay = WatchedFigures & Pick<AccountDay, 'networksAlternate'> & { browsers: number }

/**
 * Returns the factor by which a day stands out; from 1 on it is listed. It is the largest of these: a figure as a
 * multiple of its threshold; the browsers that no change explains, such as one that was refused while another held the
 * session; 1 for alternating networks.
 */
export function conspicuousness(day: JudgedDay, thresholds: WatchedFigures): number {
  return Math.max(
    ...WATCHED_FIGURES.map((name) => day[name] / thresholds[name]),
    // The first browser of a day may be the last one of the day before, which is no change.
    day.browsers - 1 - day.deviceChanges,
    Number(day.networksAlternate),
  )
}
