import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { chapterPath, subjectsPath } from '#shared/catalogue/page-path.ts'
import { listThemes } from '#shared/catalogue/themes.ts'
import { findTrack, TRACK_CODES, type TrackCode, tracks } from '#shared/catalogue/tracks.ts'
import { listSubjects, listVideos } from '#shared/contract/catalogue.ts'
import type { VideoItem } from '#shared/entities/resource.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { subjectAnchor, subjectTitle } from '#shared/entities/subject.ts'
import { api } from '#web/lib/api/api.ts'
import { type Findable, find, type Indexed, index } from './find.ts'

export type Kind = 'chapter' | 'theme' | 'subject' | 'video'

/** A search result: a page of the site. */
export type Entry = Findable & { kind: Kind; to: string; track: TrackCode; detail: string | null }

/** The chapters and themes of every track, known without a request. */
export function catalogueEntries(): Entry[] {
  return tracks.flatMap(({ code, slug }) =>
    listThemes(code).flatMap((theme): Entry[] => [
      ...theme.chapters.map((title, at) => ({
        kind: 'chapter' as const,
        to: chapterPath(code, theme.slug, at + 1),
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

/** The bac subjects, newest first; each links to its cell in the track's table. */
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

type ListStatus = 'loading' | 'loaded' | 'failed'

/** What can be found so far, and the state of the lists that the server has to answer. */
export type SearchEntries = {
  entries: readonly Indexed<Entry>[]
  subjects: ListStatus
  videos: ListStatus
  retry: () => void
}

/** Loads the public lists; chapters and themes can be found at once. */
export function useSearchEntries(): SearchEntries {
  const subjects = useQueries({
    queries: TRACK_CODES.map((track) => api(listSubjects).queryOptions({ query: { track } })),
    combine: combineTracks,
  })
  const videos = useQuery(api(listVideos).queryOptions({}))
  const entries = useMemo(
    () =>
      [
        ...catalogueEntries(),
        ...subjectEntries(subjects.items),
        ...videoEntries(videos.data?.items ?? []),
      ].map(index),
    [subjects.items, videos.data],
  )
  return {
    entries,
    subjects: subjects.status,
    videos: listStatus([videos]),
    retry: () => {
      for (const list of [...subjects.lists, videos]) if (list.isError) void list.refetch()
    },
  }
}

/** Outside of the component, so that an unchanged result stays the same object. */
function combineTracks(lists: UseQueryResult<{ items: SubjectItem[] }>[]) {
  return { lists, items: lists.flatMap(({ data }) => data?.items ?? []), status: listStatus(lists) }
}

type List = Pick<UseQueryResult, 'data' | 'isFetching' | 'isError'>

/** A list that has been loaded stays so when a refetch fails. */
function listStatus(lists: readonly List[]): ListStatus {
  const missing = lists.filter(({ data }) => data === undefined)
  if (missing.some(({ isFetching, isError }) => isFetching || !isError)) return 'loading'
  return missing.length > 0 ? 'failed' : 'loaded'
}

/** The best results of a kind, and their total. */
export type Group = { kind: Kind; shown: readonly Entry[]; total: number }

/** With more results of a kind, another word is due. */
const SHOWN_OF_A_KIND = 8

/** The results by kind; the kind of the best result comes first. */
export function search(entries: readonly Indexed<Entry>[], query: string): Group[] {
  const groups = new Map<Kind, Entry[]>()
  for (const entry of find(entries, query)) groups.set(entry.kind, [...(groups.get(entry.kind) ?? []), entry])
  return [...groups].map(([kind, found]) => ({
    kind,
    shown: found.slice(0, SHOWN_OF_A_KIND),
    total: found.length,
  }))
}
