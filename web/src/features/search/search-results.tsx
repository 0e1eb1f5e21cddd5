import type { MouseEvent, Ref } from 'react'
import { Link } from 'react-router-dom'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { networkTexts } from '#web/lib/api/failure.ts'
import { useOnline } from '#web/lib/network.ts'
import { RetryButton } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/card.tsx'
import { Alert } from '#web/ui/status.tsx'
import styles from './search-dialog.module.css'
import type { SearchEntry, SearchKind } from './search-file.ts'
import type { Found, Search } from './search-index.ts'

const TITLES: Record<SearchKind, string> = {
  chapter: 'Chapitres',
  theme: 'Thèmes',
  subject: 'Sujets du bac',
  exercise: 'Exercices',
  video: 'Vidéos gratuites',
}

type SearchResultsProps = {
  ref: Ref<HTMLDivElement>
  id: string
  groups: readonly ResultGroup[]
  /** Address of the result that Enter opens. */
  active: string | null
  onOpen: () => void
}

/** The listbox of a combobox whose options are links, so that each can also be opened in a new tab. */
export function SearchResults({ ref, id, groups, active, onOpen }: SearchResultsProps) {
  const order = groups.flatMap(({ shown }) => shown)
  return (
    <div ref={ref} id={id} role="listbox" aria-label="Résultats" hidden={groups.length === 0}>
      {groups.map(({ kind, shown, total }) => (
        <div key={kind} role="group" aria-labelledby={`${id}-${kind}`} className={styles.group}>
          <div id={`${id}-${kind}`} role="presentation" className={styles.kind}>
            {shown.length < total ? `${TITLES[kind]} (${shown.length} sur ${total})` : TITLES[kind]}
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

type ResultProps = { id: string; entry: SearchEntry; isActive: boolean; onOpen: () => void }

function Result({ id, entry: { to, track, title, detail }, isActive, onOpen }: ResultProps) {
  const onClick = (event: MouseEvent) => {
    // With a modifier key the browser opens a tab, and the list stays.
    if (!event.metaKey && !event.ctrlKey && !event.shiftKey) onOpen()
  }
  return (
    <Link
      to={to}
      // In the browser's history it takes the place of the search.
      replace
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
        {detail !== null && <span className="note">{detail}</span>}
      </span>{' '}
      <Badge tone="hue">{track}</Badge>
    </Link>
  )
}

type SearchCountProps = {
  query: string
  groups: readonly ResultGroup[]
  isPartial: boolean
  status: Search['status']
}

export function SearchCount({ query, groups, isPartial, status }: SearchCountProps) {
  const total = groups.reduce((sum, each) => sum + each.total, 0)
  return (
    <>
      <p role="status" className={styles.count}>
        {query === '' ? '' : countText(query, { total, isPartial, status })}
      </p>
      {query === '' && <Examples />}
    </>
  )
}

const [first = '', second = first] = TRACK_CODES.map((code) => code.toLowerCase())
const EXAMPLES = [`rlc libre ${first}`, 'newton', `sujet 2019 rattrapage ${second}`, '2023']

function Examples() {
  return (
    <div className="soft">
      <p>Par exemple&nbsp;:</p>
      <ul>
        {EXAMPLES.map((example) => (
          <li key={example}>{quoted(example)}</li>
        ))}
      </ul>
    </div>
  )
}

function quoted(text: string): string {
  return `«\u00a0${text}\u00a0»`
}

type Count = Pick<SearchCountProps, 'isPartial' | 'status'> & { total: number }

function countText(query: string, { total, isPartial, status }: Count): string {
  if (status === 'loading') return total === 0 ? SEARCHING : `${results(total)}, ${SEARCHING.toLowerCase()}`
  const none = `Aucun résultat pour ${quoted(query)}`
  if (status !== 'loaded') return `${total === 0 ? none : results(total)}, sans les ${MISSING[status]}.`
  if (total === 0) return `${none}.`
  return isPartial ? `${none}. Les plus proches :` : results(total)
}

const SEARCHING = 'Recherche en cours...'
const MISSING = { failed: 'sujets du bac, les exercices et les vidéos', 'without-texts': 'textes des sujets' }

function results(total: number): string {
  return `${total} résultat${total > 1 ? 's' : ''}`
}

export function MissingFile({ status, onRetry }: { status: keyof typeof MISSING; onRetry: () => void }) {
  const isOnline = useOnline()
  return (
    <Alert kind="info">
      <p>
        {`Les ${MISSING[status]} n'ont pas pu être chargés. ${isOnline ? networkTexts.unreachable : networkTexts.offline}`}
      </p>
      <RetryButton onClick={onRetry} />
    </Alert>
  )
}

type ResultGroup = { kind: SearchKind; shown: readonly SearchEntry[]; total: number }

/** A query with more results of a kind needs another word. */
const SHOWN_OF_A_KIND = 8

/** Groups the results by kind; the kind of the best result comes first. */
export function groupByKind({ entries, isPartial }: Found): { groups: ResultGroup[]; isPartial: boolean } {
  const kinds = new Set(entries.map(({ kind }) => kind))
  const groups = [...kinds].map((kind) => {
    const found = entries.filter((entry) => entry.kind === kind)
    return { kind, shown: found.slice(0, SHOWN_OF_A_KIND), total: found.length }
  })
  return { groups, isPartial }
}
