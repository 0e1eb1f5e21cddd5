import {
  chapterTitle,
  findTrackBySlug,
  type ThemeSlug,
  type TrackCode,
  type TrackSlug,
} from '../catalogue/tracks.ts'
import { DomainError } from './domain-error.ts'

export type Chapter = { track: TrackCode; theme: ThemeSlug; chapter: string }

export type ChapterAddress = { track: TrackSlug; theme: ThemeSlug; chapter: number }

/**
 * The address has its track's slug and a 1-based number. @throws DomainError NOT_FOUND when the track does not teach it
 */
export function chapterAtAddress({ track: slug, theme, chapter }: ChapterAddress): Chapter {
  const track = findTrackBySlug(slug)
  const title = track && chapterTitle(track.code, theme, chapter)
  if (!track || title === undefined) throw new DomainError('NOT_FOUND')
  return { track: track.code, theme, chapter: title }
}
