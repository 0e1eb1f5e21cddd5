import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { isSlashOn, switchSlash } from './search-button.tsx'
import styles from './search-dialog.module.css'
import { search, useSearchEntries } from './search-entries.ts'
import { MissingLists, SearchCount, SearchResults } from './search-results.tsx'

/** Longer than any title. */
const LONGEST_QUERY = 100

/** Finds chapters, themes, subjects and free videos while typing. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const known = useSearchEntries()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const groups = useMemo(() => search(known.entries, query), [known.entries, query])
  const results = groups.flatMap(({ shown }) => shown)
  // The next letter may remove the chosen result; the best one is chosen then.
  const at = Math.max(
    0,
    results.findIndex(({ to }) => to === chosen),
  )
  const active = results[at]?.to ?? null
  useEffect(() => {
    if (active !== null) activeOption(list.current)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const onKeyDown = (event: KeyboardEvent) => {
    if (results.length === 0 || event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setChosen(results[(at + step + results.length) % results.length]?.to ?? null)
    else if (event.key === 'Enter') activeOption(list.current)?.click()
    else return
    event.preventDefault()
  }

  return (
    <Dialog title="Rechercher" onClose={onClose} typing>
      <div className={styles.search}>
        <Field label="Chapitre, thème, sujet ou vidéo">
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
                setQuery(target.value)
                setChosen(null)
              }}
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
        <div className={styles.results}>
          <SearchCount query={query.trim()} groups={groups} known={known} />
          <SearchResults ref={list} id={listId} groups={groups} active={active} onOpen={onClose} />
          <MissingLists known={known} />
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
