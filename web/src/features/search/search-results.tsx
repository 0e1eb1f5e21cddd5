import type { MouseEvent, Ref } from 'react'
import { Link } from 'react-router-dom'
import { withFrenchSpaces } from '#web/lib/french-spaces.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Group } from './search.ts'
import styles from './search-dialog.module.css'
import type { Entry, Kind } from './search-entries.ts'

const TITLES: Record<Kind, string> = {
  chapter: 'Chapitres',
  theme: 'Thèmes',
  subject: 'Sujets du bac',
  video: 'Vidéos gratuites',
}

type SearchResultsProps = {
  ref: Ref<HTMLDivElement>
  id: string
  groups: readonly Group[]
  /** The address of the result that Enter opens. */
  active: string | null
  onOpen: () => void
}

/** The list of a combobox whose options are links, so that each also opens in a tab of its own. */
export function SearchResults({ ref, id, groups, active, onOpen }: SearchResultsProps) {
  const order = groups.flatMap(({ shown }) => shown)
  return (
    <div ref={ref} id={id} role="listbox" aria-label="Résultats" hidden={groups.length === 0}>
      {groups.map(({ kind, shown, total }) => (
        <div key={kind} role="group" aria-labelledby={`${id}-${kind}`} className={styles.group}>
          <div id={`${id}-${kind}`} role="presentation" className={styles.kind}>
            {TITLES[kind]}
            {shown.length < total && ` (${shown.length} sur ${total})`}
          </div>
          {shown.map((entry) => (
            <Result
              key={entry.to}
              id={`${id}-${order.indexOf(entry)}`}
              entry={entry}
              isActive={entry.to === active}
              onOpen={onOpen}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type ResultProps = { id: string; entry: Entry; isActive: boolean; onOpen: () => void }

function Result({ id, entry: { to, track, title, detail }, isActive, onOpen }: ResultProps) {
  const onClick = (event: MouseEvent) => {
    // With a key held down the browser opens it elsewhere, and the list stays.
    if (!event.metaKey && !event.ctrlKey && !event.shiftKey) onOpen()
  }
  return (
    <Link
      to={to}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      data-track={track}
      className={styles.result}
      onClick={onClick}
    >
      <span className={styles.text}>
        <span className={styles.title}>{withFrenchSpaces(title)}</span>{' '}
        {detail !== null && <span className={styles.detail}>{detail}</span>}
      </span>{' '}
      <Badge tone="hue">{track}</Badge>
    </Link>
  )
}
