import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { useOwnTrack } from '#web/ui/own-track.tsx'
import { isSlashOn, switchSlash } from './search-button.tsx'
import styles from './search-dialog.module.css'
import type { Search } from './search-index.ts'
import { groupByKind, MissingFile, SearchCount, SearchResults } from './search-results.tsx'
import { useSearch } from './use-search.ts'

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

/** Finds chapters, themes, papers, exercises and free videos while typing. */
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
