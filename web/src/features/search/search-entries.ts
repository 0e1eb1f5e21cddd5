import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { listThemes } from '#shared/catalogue/themes.ts'
import { findTrack, TRACK_CODES, type TrackCode, tracks } from '#shared/catalogue/tracks.ts'
import type { VideoItem } from '#shared/entities/resource.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { subjectTitle } from '#shared/entities/subject.ts'
import { subjectAnchor } from '#web/lib/subject-anchor.ts'
import type { Findable } from './find.ts'

export type Kind = 'chapter' | 'theme' | 'subject' | 'video'

/** A page of the site that the search leads to. */
export type Entry = Findable & { kind: Kind; to: string; track: TrackCode; detail: string | null }

/** The chapters and themes of every track, known without asking anybody. */
export function catalogueEntries(): Entry[] {
  return tracks.flatMap(({ code, slug }) =>
    listThemes(code).flatMap((theme): Entry[] => [
      ...theme.chapters.map((title, at) => ({
        kind: 'chapter' as const,
        to: `/${slug}/${theme.slug}/${at + 1}`,
        track: code,
        title,
        detail: theme.title,
        otherWords: `chapitre ${theme.title} ${wordsOfTrack(code)}`,
      })),
      {
        kind: 'theme',
        to: `/${slug}#${theme.slug}`,
        track: code,
        title: theme.title,
        detail: theme.chapters.length === 1 ? '1 chapitre' : `${theme.chapters.length} chapitres`,
        otherWords: `thème ${theme.part} ${wordsOfTrack(code)}`,
      },
    ]),
  )
}

/** The bac subjects, newest first; each leads to its place in the track's table. */
export function subjectEntries(subjects: readonly SubjectItem[]): Entry[] {
  return subjects
    .toSorted((one, other) => other.year.localeCompare(one.year) || trackOrder(one) - trackOrder(other))
    .map((subject) => ({
      kind: 'subject',
      to: `${subjectsPath(subject.track)}#${subjectAnchor(subject)}`,
      track: subject.track,
      title: subjectTitle(subject),
      detail: null,
      otherWords: `sujet examen national ${wordsOfTrack(subject.track)}`,
    }))
}

/** The free videos. */
export function videoEntries(videos: readonly VideoItem[]): Entry[] {
  return videos.map(({ id, title, track, chapter, year, session, description }) => ({
    kind: 'video',
    to: `/videos-gratuites#${id}`,
    track,
    title,
    detail: chapter,
    otherWords: `vidéo gratuite ${chapter} ${year} ${session} ${description} ${wordsOfTrack(track)}`,
  }))
}

function wordsOfTrack(code: TrackCode): string {
  const { searchWords, label } = findTrack(code)
  return `${searchWords} ${label}`
}

function trackOrder({ track }: SubjectItem): number {
  return TRACK_CODES.indexOf(track)
}
