import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
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
  // Three by hand: TanStack's hook for many at once would weigh on every page.
  const sm = useQuery(subjectsQuery('SM'))
  const pc = useQuery(subjectsQuery('PC'))
  const svt = useQuery(subjectsQuery('SVT'))
  const videos = useQuery(videosQuery)
  const entries = useMemo(
    () =>
      [
        ...catalogueEntries(),
        ...subjectEntries([...(sm.data ?? []), ...(pc.data ?? []), ...(svt.data ?? [])]),
        ...videoEntries(videos.data ?? []),
      ].map(index),
    [sm.data, pc.data, svt.data, videos.data],
  )
  return {
    entries,
    subjects: knowledgeOf([sm, pc, svt]),
    videos: knowledgeOf([videos]),
    retry: () => {
      for (const list of [sm, pc, svt, videos]) if (list.isError) void list.refetch()
    },
  }
}

type List = Pick<UseQueryResult, 'data' | 'isFetching' | 'isError'>

/** A list that is there stays known, even if asking for it again failed. */
function knowledgeOf(lists: readonly List[]): Knowledge {
  const missing = lists.filter(({ data }) => data === undefined)
  if (missing.some(({ isFetching, isError }) => isFetching || !isError)) return 'waiting'
  return missing.length > 0 ? 'failed' : 'known'
}
