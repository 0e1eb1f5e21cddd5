import type { TrackCode } from '#shared/catalogue/tracks.ts'
import type { ChapterProgress } from '#shared/contract/progress.ts'
import type { Deps } from '../http/deps.ts'
import { progressView } from './progress-view.ts'

/** Returns the chapters of a track, or of all, in which a student has marked something. */
export async function listProgress(
  { progress }: Pick<Deps, 'progress'>,
  userId: string,
  track: TrackCode | undefined,
): Promise<{ items: ChapterProgress[] }> {
  const chapters = await progress.listChapters(userId, track)
  return { items: chapters.map(progressView) }
}
