import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import type { Find } from './find.ts'
import styles from './pages-view.module.css'

type FindBarProps = {
  find: Find
  /** True when the text could not be fetched. */
  hasFailed: boolean
  /** Counts the requests to search: each one focuses the field. */
  request: number
  onClose: () => void
}

/** The search field of a document with its matches. Enter goes to the next one, Shift+Enter to the previous. */
export function FindBar({ find, hasFailed, request, onClose }: FindBarProps) {
  const { query, matches, index, current, isSearching } = find
  const field = useRef<HTMLInputElement>(null)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- each request focuses the field again
  useEffect(() => field.current?.select(), [request])
  const hasMatches = matches.length > 0
  const count = hasFailed
    ? 'Indisponible'
    : hasMatches
      ? `${(index ?? 0) + 1} sur ${matches.length}`
      : 'Aucun résultat'
  return (
    <search className={styles.find}>
      <form
        className={styles.findForm}
        onSubmit={(event) => {
          event.preventDefault()
          find.step(1)
        }}
      >
        <input
          ref={field}
          className={styles.findField}
          type="search"
          enterKeyHint="search"
          aria-label="Rechercher dans le document"
          placeholder="Rechercher"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={({ target }) => find.find(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !event.shiftKey) return
            event.preventDefault()
            find.step(-1)
          }}
        />
        <span className={styles.findCount} aria-hidden="true">
          {query.trim() === '' ? '' : isSearching && !hasFailed ? 'Recherche...' : count}
        </span>
        {/* Announced once the number of matches is known. */}
        <span role="status" className="visually-hidden">
          {query.trim() !== '' &&
            (!isSearching || hasFailed) &&
            (current ? `${count}, page ${current.page}` : count)}
        </span>
        <IconButton label="Résultat précédent" disabled={!hasMatches} onClick={() => find.step(-1)}>
          <ChevronUp aria-hidden="true" />
        </IconButton>
        <IconButton label="Résultat suivant" disabled={!hasMatches} onClick={() => find.step(1)}>
          <ChevronDown aria-hidden="true" />
        </IconButton>
        <IconButton label="Fermer la recherche" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </form>
    </search>
  )
}
