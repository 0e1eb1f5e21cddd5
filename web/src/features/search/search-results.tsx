import type { MouseEvent, Ref } from 'react'
import { Link } from 'react-router-dom'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { networkTexts } from '#web/lib/api/failure.ts'
import { withFrenchSpaces } from '#web/lib/french-spaces.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/card.tsx'
import styles from './search-dialog.module.css'
import type { Entry, Group, Kind, SearchEntries } from './search-entries.ts'

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
  /** Address of the result that Enter opens. */
  active: string | null
  onOpen: () => void
}

/** The listbox of a combobox whose options are links, so that each also opens in a new tab. */
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
    // With a modifier key the browser opens a tab, and the list stays.
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

type SearchCountProps = { query: string; groups: readonly Group[]; known: SearchEntries }

/** The number of results, or examples for an empty query. */
export function SearchCount({ query, groups, known }: SearchCountProps) {
  const total = groups.reduce((sum, group) => sum + group.total, 0)
  return (
    <>
      <p role="status" className={styles.count}>
        {query === '' ? '' : countText(query, total, known)}
      </p>
      {query === '' && <Examples />}
    </>
  )
}

const [first = '', second = first] = TRACK_CODES.map((code) => code.toLowerCase())
const EXAMPLES = [`rlc libre ${first}`, 'newton', `sujet 2019 rattrapage ${second}`, '2023']

function Examples() {
  return (
    <div className={styles.examples}>
      <p>Par exemple :</p>
      <ul>
        {EXAMPLES.map((example) => (
          <li key={example}>{quoted(example)}</li>
        ))}
      </ul>
    </div>
  )
}

/** In French quotation marks, with no-break spaces. */
function quoted(text: string): string {
  return `«\u00a0${text}\u00a0»`
}

function countText(query: string, total: number, known: SearchEntries): string {
  const isWaiting = known.subjects === 'loading' || known.videos === 'loading'
  if (isWaiting) return total === 0 ? SEARCHING : `${results(total)}, ${SEARCHING.toLowerCase()}`
  const missing = missingOf(known)
  const found = total === 0 ? `Aucun résultat pour ${quoted(query)}` : results(total)
  return missing ? `${found}, sans les ${missing}.` : `${found}${total === 0 ? '.' : ''}`
}

const SEARCHING = 'Recherche en cours...'

function results(total: number): string {
  return `${total} résultat${total > 1 ? 's' : ''}`
}

/** The lists that could not be loaded; null when all are loaded or loading. */
function missingOf({ subjects, videos }: SearchEntries): string | null {
  if (subjects === 'failed') return videos === 'failed' ? 'sujets du bac et les vidéos' : 'sujets du bac'
  return videos === 'failed' ? 'vidéos' : null
}

/** Names the lists that cannot be searched at the moment. */
export function MissingLists({ known }: { known: SearchEntries }) {
  const isOnline = useOnline()
  const missing = missingOf(known)
  if (!missing) return null
  return (
    <Alert kind="info">
      <p>
        Les {missing} n'ont pas pu être {missing === 'vidéos' ? 'chargées' : 'chargés'}.{' '}
        {isOnline ? networkTexts.unreachable : networkTexts.offline}
      </p>
      <Button variant="secondary" onClick={known.retry}>
        Réessayer
      </Button>
    </Alert>
  )
}
