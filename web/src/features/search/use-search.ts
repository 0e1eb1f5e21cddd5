import { useEffect, useRef, useState } from 'react'
import { SEARCH_FILE } from '#shared/catalogue/page-path.ts'
import type { SearchFile } from './search-file.ts'
import { Search } from './search-index.ts'

const NOTHING: Search = { find: () => ({ entries: [], isPartial: false }), status: 'loading' }

/**
 * Loads the first file of the search and, separately from the dialog, the code that searches it; and the words of
 * statements with the first letter.
 * @param isTyped whether there is a letter
 * @param kept the whole search, if it was loaded before
 * @param keep stores it for the next opening; always the same function
 */
export function useSearch(
  isTyped: boolean,
  kept: Search | null,
  keep: (whole: Search) => void,
): Search & { retry: () => void } {
  const [search, setSearch] = useState(kept ?? NOTHING)
  const isLoading = search.status === 'loading'
  const file = useRef<Promise<SearchFile>>(null)
  useEffect(() => {
    if (!isLoading) return undefined
    let isClosed = false
    const show = (found: (before: Search) => Search) => {
      if (!isClosed) setSearch(found)
    }
    const load = async () => {
      file.current ??= fetchFile()
      // The failure is reported once the search has chapters.
      file.current.catch(() => undefined)
      const { createFind, findInCatalogue, loadTexts } = await import('./search-index.ts')
      show(({ find }) => ({
        find: find === NOTHING.find ? findInCatalogue() : find,
        status: 'loading',
      }))
      const { entries } = await file.current
      const named = createFind(entries)
      show(() => ({ find: named, status: 'loading' }))
      if (!isTyped) return
      const find = await loadTexts(entries).catch(() => null)
      const whole: Search = find ? { find, status: 'loaded' } : { find: named, status: 'without-texts' }
      if (find) keep(whole)
      show(() => whole)
    }
    void load().catch(() => {
      file.current = null
      show(({ find }) => ({ find, status: 'failed' }))
    })
    return () => {
      isClosed = true
    }
  }, [isTyped, isLoading, keep])
  return { ...search, retry: () => setSearch(({ find }) => ({ find, status: 'loading' })) }
}

async function fetchFile(): Promise<SearchFile> {
  const response = await fetch(SEARCH_FILE, { signal: AbortSignal.timeout(10_000) })
  return (await response.json()) as SearchFile
}
