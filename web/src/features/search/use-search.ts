import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as v from 'valibot'
import { SEARCH_FILE } from '#shared/catalogue/page-path.ts'
import { networkFailure } from '#web/lib/api/failure.ts'
import { catalogueEntries, SearchFile } from './search-entries.ts'
import { createFind, type Find } from './search-index.ts'

/** What can be found so far: until the file of the search is there, chapters and themes. */
export type Search = { find: Find; status: 'loading' | 'loaded' | 'failed'; retry: () => void }

/** Loads the file of the search. */
export function useSearch(): Search {
  const file = useQuery({ queryKey: [SEARCH_FILE], queryFn: loadSearchFile })
  const entries = file.data?.entries
  const find = useMemo(() => createFind(entries ?? catalogueEntries()), [entries])
  return {
    find,
    status: entries ? 'loaded' : file.isFetching || !file.isError ? 'loading' : 'failed',
    retry: () => void file.refetch(),
  }
}

/** @throws ApiFailure */
async function loadSearchFile(): Promise<v.InferOutput<typeof SearchFile>> {
  try {
    const response = await fetch(SEARCH_FILE, { signal: AbortSignal.timeout(10_000) })
    return v.parse(SearchFile, await response.json())
  } catch (cause) {
    throw networkFailure(cause)
  }
}
