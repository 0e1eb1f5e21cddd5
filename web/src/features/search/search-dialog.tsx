import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { SEARCH_FILE } from '#shared/catalogue/page-path.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { useOwnTrack } from '#web/ui/own-track.tsx'
import { isSlashOn, switchSlash } from './search-button.tsx'
import styles from './search-dialog.module.css'
import type { SearchFile } from './search-file.ts'
import type { Search } from './search-index.ts'
import { groupByKind, MissingFile, SearchCount, SearchResults } from './search-results.tsx'

const LONGEST_QUERY = 100

type SearchDialogProps = {
  /** Kept by the parent, because keys may come before the dialog is loaded. */
  query: string
  onQuery: (query: string) => void
  /** The whole search, if it was loaded before, and the function that stores it. */
  kept: Search | null
  keep: (whole: Search) => void
  onClose: () => void
}

export function SearchDialog({ query, onQuery, kept, keep, onClose }: SearchDialogProps) {
  const { find, status, retry } = useSearch(query !== '', kept, keep)
  const own = useOwnTrack()
  const [chosen, setChosen] = useState<string | null>(null)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const { groups, isPartial } = useMemo(() => groupByKind(find(query, own)), [find, query, own])
  const results = groups.flatMap(({ shown }) => shown)
  // The next letter may remove the chosen result; the best one is then chosen.
  const at = Math.max(
    0,
    results.findIndex(({ to }) => to === chosen),
  )
  const active = results[at]?.to ?? null
  useEffect(() => {
    if (active !== null) activeOption(list.current)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  // Enter may be pressed before the results are there.
  const isAwaited = useRef(false)
  useEffect(() => {
    if (status !== 'loading' && isAwaited.current) activeOption(list.current)?.click()
    isAwaited.current = false
  }, [status])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') isAwaited.current = status === 'loading' && results.length === 0
    if (results.length === 0) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setChosen(results[(at + step + results.length) % results.length]?.to ?? null)
    else if (event.key === 'Enter') activeOption(list.current)?.click()
    else return
    event.preventDefault()
  }

  return (
    <Dialog title="Rechercher" onClose={onClose} typing>
      <div className={styles.search}>
        <Field label="Chapitre, exercice, sujet ou vidéo">
          {(props) => (
            <input
              {...props}
              type="text"
              inputMode="search"
              enterKeyHint="go"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={LONGEST_QUERY}
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={results.length > 0}
              aria-controls={listId}
              aria-activedescendant={active === null ? undefined : `${listId}-${at}`}
              value={query}
              onChange={({ target }) => {
                onQuery(target.value)
                setChosen(null)
                isAwaited.current = false
              }}
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
        <div className={styles.results}>
          <SearchCount query={query.trim()} groups={groups} isPartial={isPartial} status={status} />
          <SearchResults ref={list} id={listId} groups={groups} active={active} onOpen={onClose} />
          {(status === 'failed' || status === 'without-texts') && (
            <MissingFile status={status} onRetry={retry} />
          )}
        </div>
        <SlashSetting />
      </div>
    </Dialog>
  )
}

function activeOption(list: HTMLElement | null) {
  return list?.querySelector<HTMLElement>('[aria-selected="true"]')
}

/** Switches the one-key shortcut off, for users of speech input. */
function SlashSetting() {
  const [isOn, setOn] = useState(isSlashOn)
  return (
    <label className={styles.setting}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => {
          switchSlash(target.checked)
          setOn(target.checked)
        }}
      />
      Ouvrir la recherche avec la touche «&nbsp;/&nbsp;»
    </label>
  )
}

const NOTHING: Search = { find: () => ({ entries: [], isPartial: false }), status: 'loading' }

/**
 * Loads the first file of the search and, separately from the dialog, the code that searches it; and the words of
 * statements with the first letter.
 * @param isTyped whether there is a letter
 * @param kept the whole search, if it was loaded before
 * @param keep stores it for the next opening; always the same function
 */
function useSearch(
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
      const { catalogueEntries, createFind, loadTexts } = await import('./search-index.ts')
      show(({ find }) => ({
        find: find === NOTHING.find ? createFind(catalogueEntries()) : find,
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
