import { useEffect, useState } from 'react'
import { SEARCH_FILE } from '#shared/catalogue/page-path.ts'
import { catalogueEntries } from './catalogue-entries.ts'
import type { SearchFile } from './search-file.ts'
import type { Find } from './search-index.ts'

/** The search as far as it is loaded: until its file arrives, it finds chapters and themes. */
export type Search = { find: Find; status: 'loading' | 'loaded' | 'failed' }

const NOTHING: Search = { find: () => ({ entries: [], isPartial: false }), status: 'loading' }

/**
 * Loads the file of the search and, separately from the dialog, the code that searches it.
 * @param kept the whole search, if it was loaded before
 * @param keep stores it for the next opening; always the same function
 */
export function useSearch(
  kept: Search | null,
  keep: (whole: Search) => void,
): Search & { retry: () => void } {
  const [search, setSearch] = useState(kept ?? NOTHING)
  const isLoading = search.status === 'loading'
  useEffect(() => {
    if (!isLoading) return undefined
    let isClosed = false
    const show = (found: (before: Search) => Search) => {
      if (!isClosed) setSearch(found)
    }
    const load = async () => {
      const [file, engine] = [fetchFile(), import('./search-index.ts')]
      // The failure is reported once the search has chapters.
      file.catch(() => undefined)
      const { createFind } = await engine
      const known = createFind(catalogueEntries())
      show(() => ({ find: known, status: 'loading' }))
      const { entries } = await file
      const whole: Search = { find: createFind(entries), status: 'loaded' }
      keep(whole)
      show(() => whole)
    }
    void load().catch(() => show(({ find }) => ({ find, status: 'failed' })))
    return () => {
      isClosed = true
    }
  }, [isLoading, keep])
  return { ...search, retry: () => setSearch(({ find }) => ({ find, status: 'loading' })) }
}

async function fetchFile(): Promise<SearchFile> {
  const response = await fetch(SEARCH_FILE, { signal: AbortSignal.timeout(10_000) })
  return (await response.json()) as SearchFile
}
