import { chapterTitle, type ThemeSlug } from '#shared/catalogue/themes.ts'
import { findTrackBySlug, type TrackCode, type TrackSlug } from '#shared/catalogue/tracks.ts'
import type { ChapterProgress } from '#shared/contract/progress.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { type MarkChange, mergeMarks } from '#shared/domain/practice/progress.ts'
import type { MarkedChapter } from '../data/progress.ts'
import type { Deps } from '../http/deps.ts'

/** Returns the chapters of a track, or of all, in which a student has marked something. */
export async function listProgress(
  { progress }: Pick<Deps, 'progress'>,
  userId: string,
  track: TrackCode | undefined,
): Promise<{ items: ChapterProgress[] }> {
  const chapters = await progress.listChapters(userId, track)
  return { items: chapters.map(progressView) }
}

type ChapterPath = { track: TrackSlug; theme: ThemeSlug; chapter: number }

/**
 * Marks documents of a chapter for a student, and returns all marks of the chapter.
 * @throws DomainError NOT_FOUND when the track does not teach the chapter, INVALID_REQUEST when too many documents of
 *   it would be marked, CONFLICT when other changes overtake it each time
 */
export async function markDocuments(
  { progress, clock }: Pick<Deps, 'progress' | 'clock'>,
  userId: string,
  { track: slug, theme, chapter }: ChapterPath,
  changes: readonly MarkChange[],
): Promise<ChapterProgress> {
  const track = findTrackBySlug(slug)
  if (!track || chapterTitle(track.code, theme, chapter) === undefined) throw new DomainError('NOT_FOUND')
  const now = clock.now()
  const marks = await progress.changeMarks(
    { userId, track: track.code, theme, chapter },
    (stored) => mergeMarks(stored, changes, moroccanDay(now)),
    now,
  )
  return progressView({ track: track.code, theme, chapter, marks })
}

function progressView({ track, theme, chapter, marks }: MarkedChapter): ChapterProgress {
  return { track, theme, chapter, marks: Array.from(marks, ([id, kept]) => ({ id, ...kept })) }
}
