import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/card.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { counted } from '../../admin-texts.ts'
import styles from './import.module.css'
import { countOutcome, type ImportJob, type ImportRun } from './import-job.ts'
import { importKinds } from './import-kind.ts'

const OUTCOMES = {
  check: { created: 'À créer', updated: 'À modifier', unchanged: 'Inchangée', refused: 'Refusée' },
  commit: { created: 'Créée', updated: 'Modifiée', unchanged: 'Inchangée', refused: 'Refusée' },
} as const

const STEP = 50

type ImportResult = { job: ImportJob; run: ImportRun }

type ReportProps = ImportResult & {
  /** Stand above the lines, of which there may be many. */
  actions: ReactNode
}

type Entry = {
  key: string
  place: string
  outcome: keyof (typeof OUTCOMES)['check']
  messages: readonly string[]
}

/** The outcome of a check or an import: a summary and the faulty lines; every line on request. */
export function ImportReport({ job, run, actions }: ReportProps) {
  const [isAll, setIsAll] = useState(false)
  const [shown, setShown] = useState(STEP)
  const entries = listEntries({ job, run })
  const faults = entries.filter(({ messages, outcome }) => messages.length > 0 || outcome === 'refused')
  const listed = isAll ? entries : faults
  return (
    <Stack>
      <p role="status">{summary(job, run, faults.length)}</p>
      {actions}
      {listed.length > 0 && (
        <ul className={styles.lines} aria-label={isAll ? 'Toutes les lignes' : 'Lignes refusées'}>
          {listed.slice(0, shown).map(({ key, place, outcome, messages }) => (
            <li key={key} className={styles.line}>
              <span className={styles.place}>{place}</span>
              <Badge tone={outcome === 'refused' ? 'danger' : 'neutral'}>
                {OUTCOMES[run.phase][outcome]}
              </Badge>
              {messages.length > 0 && <span className={styles.messages}>{messages.join(' ; ')}</span>}
            </li>
          ))}
        </ul>
      )}
      {listed.length > shown && (
        <div>
          <Button variant="secondary" onClick={() => setShown(shown + STEP)}>
            Afficher plus
          </Button>
        </div>
      )}
      {entries.length > faults.length && (
        <div>
          <Button variant="secondary" aria-pressed={isAll} onClick={() => setIsAll(!isAll)}>
            {isAll
              ? 'Afficher les lignes refusées seulement'
              : `Afficher toutes les lignes (${entries.length})`}
          </Button>
        </div>
      )}
    </Stack>
  )
}

/** Lists the lines in the order of the file; names that could not be read come last. */
function listEntries({ job, run }: ImportResult): Entry[] {
  const reported = run.reports
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, outcome, messages }) => ({
      key: String(at),
      place: job.lines[at]?.place ?? '',
      outcome,
      messages,
    }))
  const unreadable = job.unreadable.map(({ place, message }, index) => ({
    key: `unreadable-${index}`,
    place,
    outcome: 'refused' as const,
    messages: [message],
  }))
  return [...reported, ...unreadable]
}

/** '3 lignes à créer, 1 ligne à modifier, 2 lignes inchangées, aucune ligne refusée' */
function summary({ kind }: ImportJob, run: ImportRun, refused: number): string {
  const { outcomes } = importKinds[kind]
  const isCheck = run.phase === 'check'
  const created = countOutcome(run, 'created')
  const updated = countOutcome(run, 'updated')
  const parts = [
    isCheck ? `${counted(created, 'ligne')} à créer` : counted(created, outcomes.created),
    isCheck ? `${counted(updated, 'ligne')} à modifier` : counted(updated, outcomes.updated),
    counted(countOutcome(run, 'unchanged'), isCheck ? 'ligne inchangée' : outcomes.unchanged),
    refused === 0 ? 'aucune ligne refusée' : counted(refused, 'ligne refusée'),
  ]
  return parts.join(', ')
}
