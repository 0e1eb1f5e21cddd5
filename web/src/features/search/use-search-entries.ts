import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { subjectsQuery } from '#web/lib/requests/fetch-subjects.ts'
import { videosQuery } from '#web/lib/requests/fetch-videos.ts'
import { type Indexed, index } from './find.ts'
import { catalogueEntries, type Entry, subjectEntries, videoEntries } from './search-entries.ts'

/** A list of the server as the search knows it. */
type Knowledge = 'waiting' | 'known' | 'failed'

/** Everything that can be found by now, and what is known of the lists that have to be fetched. */
export type SearchEntries = {
  entries: readonly Indexed<Entry>[]
  subjects: Knowledge
  videos: Knowledge
  retry: () => void
}

/** Fetches the public lists; the chapters and themes are there at once. */
export function useSearchEntries(): SearchEntries {
  const subjects = useQueries({ queries: TRACK_CODES.map(subjectsQuery), combine: combineTracks })
  const videos = useQuery(videosQuery)
  const entries = useMemo(
    () =>
      [...catalogueEntries(), ...subjectEntries(subjects.items), ...videoEntries(videos.data ?? [])].map(
        index,
      ),
    [subjects.items, videos.data],
  )
  return {
    entries,
    subjects: subjects.knowledge,
    videos: knowledgeOf([videos]),
    retry: () => {
      for (const list of [...subjects.lists, videos]) if (list.isError) void list.refetch()
    },
  }
}

/** What the lists of all tracks hold together; outside of the component, so that an unchanged result stays the same object. */
function combineTracks(lists: UseQueryResult<SubjectItem[]>[]) {
  return { lists, items: lists.flatMap(({ data }) => data ?? []), knowledge: knowledgeOf(lists) }
}

type List = Pick<UseQueryResult, 'data' | 'isFetching' | 'isError'>

/** A list that is there stays known, even if asking for it again failed. */
function knowledgeOf(lists: readonly List[]): Knowledge {
  const missing = lists.filter(({ data }) => data === undefined)
  if (missing.some(({ isFetching, isError }) => isFetching || !isError)) return 'waiting'
  return missing.length > 0 ? 'failed' : 'known'
}
