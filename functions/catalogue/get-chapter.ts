import { chapterTitle, type ThemeSlug } from '#shared/catalogue/themes.ts'
import { findTrackBySlug, type TrackSlug } from '#shared/catalogue/tracks.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { Resources } from '../data/resources.ts'

type ChapterPath = { track: TrackSlug; theme: ThemeSlug; chapter: number }

/**
 * Returns a chapter with its resources, year descending.
 * @throws DomainError NOT_FOUND when the track does not teach it
 */
export async function getChapter(
  { resources }: { resources: Pick<Resources, 'listChapter'> },
  { track: slug, theme, chapter }: ChapterPath,
) {
  const track = findTrackBySlug(slug)
  const title = track && chapterTitle(track.code, theme, chapter)
  if (!track || title === undefined) throw new DomainError('NOT_FOUND')
  const items = await resources.listChapter(track.code, theme, chapter)
  return { track: slug, theme, chapter, title, items }
}
