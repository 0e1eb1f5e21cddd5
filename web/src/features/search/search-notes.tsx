import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { networkTexts } from '#web/lib/api/failure.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Group } from './search.ts'
import styles from './search-dialog.module.css'
import type { SearchEntries } from './use-search-entries.ts'

type SearchCountProps = { query: string; groups: readonly Group[]; known: SearchEntries }

/** How many were found, and in what. */
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

/** In French quotation marks, which no line end parts from their words. */
function quoted(text: string): string {
  return `«\u00a0${text}\u00a0»`
}

function countText(query: string, total: number, known: SearchEntries): string {
  const isWaiting = known.subjects === 'waiting' || known.videos === 'waiting'
  if (isWaiting) return total === 0 ? SEARCHING : `${results(total)}, ${SEARCHING.toLowerCase()}`
  const missing = missingOf(known)
  const found = total === 0 ? `Aucun résultat pour ${quoted(query)}` : results(total)
  return missing ? `${found}, sans les ${missing}.` : `${found}${total === 0 ? '.' : ''}`
}

const SEARCHING = 'Recherche en cours...'

function results(total: number): string {
  return `${total} résultat${total > 1 ? 's' : ''}`
}

/** The lists that could not be fetched; null when all are there or on their way. */
function missingOf({ subjects, videos }: SearchEntries): string | null {
  if (subjects === 'failed') return videos === 'failed' ? 'sujets du bac et les vidéos' : 'sujets du bac'
  return videos === 'failed' ? 'vidéos' : null
}

/** Chapters and themes can always be found; this says what cannot at the moment. */
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
