import { listThemes, type TrackCode } from '../../catalogue/tracks.ts'
import type { ChapterNumber } from '../../entities/exercise.ts'
import { daysBetween } from '../days/moroccan-day.ts'
import { chapterKey } from './study-plan.ts'

/** A chapter, and the share of the school year by which classes have had it. */
export type TaughtChapter = ChapterNumber & { taughtBy: number }

/** The days before the examination by which classes have had everything: whole papers make sense from then on. */
export const REVISION_DAYS = 56
/** The days from the first lesson until the examination. */
const SCHOOL_DAYS = 270

/** Returns the chapters of a track in teaching order. Physics and chemistry are taught side by side. */
export function listTaughtChapters(track: TrackCode): TaughtChapter[] {
  const chapters = listThemes(track).flatMap(({ slug: theme, part, chapters: titles }) =>
    titles.map((_, index) => ({ theme, chapter: index + 1, part })),
  )
  return chapters.map(({ theme, chapter, part }, at) => {
    const own = chapters.filter((each) => each.part === part)
    const before = chapters.slice(0, at).filter((each) => each.part === part)
    return { theme, chapter, taughtBy: (before.length + 1) / own.length }
  })
}

/** Returns which chapters classes have had by a day. */
export function taughtChapters(chapters: readonly TaughtChapter[], exam: string) {
  const taughtBy = new Map(chapters.map((chapter) => [chapterKey(chapter), chapter.taughtBy]))
  return (day: string) => {
    const share = (SCHOOL_DAYS - daysBetween(day, exam)) / (SCHOOL_DAYS - REVISION_DAYS)
    return (chapter: ChapterNumber) => (taughtBy.get(chapterKey(chapter)) ?? 0) <= share
  }
}
