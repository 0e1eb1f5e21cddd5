import { chapterPath } from '#shared/catalogue/page-path.ts'
import { findTrack, listThemes, type TrackCode, tracks } from '#shared/catalogue/tracks.ts'
import type { SearchEntry } from './search-file.ts'

// Kept apart from the other entries, which only the renderer makes.

/** Returns the chapters and themes of every track, which need no file. */
export function catalogueEntries(): SearchEntry[] {
  return tracks.flatMap(({ code, slug }) =>
    listThemes(code).flatMap((theme): SearchEntry[] => [
      ...theme.chapters.map((title, at) => ({
        kind: 'chapter' as const,
        to: chapterPath(code, theme.slug, at + 1),
        track: code,
        title,
        detail: theme.title,
        topics: theme.title,
        words: `chapitre ${wordsOfTrack(code)}`,
      })),
      {
        kind: 'theme',
        to: `/${slug}#${theme.slug}`,
        track: code,
        title: theme.title,
        detail: theme.chapters.length === 1 ? '1 chapitre' : `${theme.chapters.length} chapitres`,
        words: `thème ${theme.part} ${wordsOfTrack(code)}`,
      },
    ]),
  )
}

export function wordsOfTrack(code: TrackCode): string {
  const { searchWords, label } = findTrack(code)
  return `${searchWords} ${label}`
}
