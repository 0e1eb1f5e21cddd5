import { type Ref, useEffect, useRef, useState } from 'react'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { useProfile } from '#web/lib/auth/auth-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Badge, Card, Row, Stack } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Alert } from '#web/ui/status.tsx'
import { counted } from '../../admin-texts.ts'
import styles from './import.module.css'
import { countOutcome, type ImportJob, type ImportRun, importKinds } from './import-job.ts'
import { ImportSources } from './import-sources.tsx'
import { type ImportState, useImport } from './use-import.ts'

export function ImportPanel({ heading }: { heading: Ref<HTMLHeadingElement> }) {
  const owner = useProfile()?.id ?? ''
  const { state, start, resume, commit, discard } = useImport(owner)
  const step = useRef<HTMLHeadingElement>(null)
  const title = stepTitle(state)
  const shown = useRef(title)
  useEffect(() => {
    // The pressed button has been removed with its step.
    if (shown.current !== title) step.current?.focus()
    shown.current = title
  }, [title])

  return (
    <Card>
      <h2 ref={heading} tabIndex={-1}>
        Importer des ressources
      </h2>
      <h3 ref={step} tabIndex={-1}>
        {title}
      </h3>
      {state.status === 'choosing' ? (
        <ImportSources onChosen={start} />
      ) : (
        <Stack>
          <p className={styles.source}>{state.job.name}</p>
          {state.status === 'running' && (
            <div className={styles.progress}>
              <p role="status">{`${title} en cours... ${state.run.reached} sur ${state.run.queue.length}`}</p>
              <ProgressBar value={state.run.reached} max={state.run.queue.length} />
            </div>
          )}
          {state.status === 'broken' && (
            <Alert kind="error">
              <p>{state.reason}</p>
              <p>
                {counted(state.run.reached, 'ligne traitée')} sur {state.run.queue.length}. La reprise
                continue à partir de là.
              </p>
              <Button onClick={resume}>Reprendre</Button>
            </Alert>
          )}
          {state.status === 'refused' && <Alert kind="error">{withFrenchSpaces(state.reason)}</Alert>}
          {state.status === 'complete' ? (
            <ImportReport {...state} onCommit={commit} onDiscard={discard} />
          ) : (
            <div>
              <Button variant="secondary" onClick={discard}>
                {state.status === 'running' ? 'Arrêter' : 'Annuler'}
              </Button>
            </div>
          )}
        </Stack>
      )}
    </Card>
  )
}

function stepTitle(state: ImportState): string {
  if (state.status === 'choosing') return 'Choisir les ressources'
  if (state.status === 'broken') return 'Import interrompu'
  if (state.status === 'refused') return 'Import impossible'
  const isCheck = state.run.phase === 'check'
  if (state.status === 'running') return isCheck ? 'Vérification' : 'Import'
  return isCheck ? 'Rapport de la vérification' : "Rapport de l'import"
}

const OUTCOMES = {
  check: { created: 'À créer', updated: 'À modifier', unchanged: 'Inchangée', refused: 'Refusée' },
  commit: { created: 'Créée', updated: 'Modifiée', unchanged: 'Inchangée', refused: 'Refusée' },
} as const

const STEP = 50

type ReportProps = { job: ImportJob; run: ImportRun; onCommit: () => void; onDiscard: () => void }

function ImportReport({ job, run, onCommit, onDiscard }: ReportProps) {
  const [isAll, setIsAll] = useState(false)
  const [shown, setShown] = useState(STEP)
  const entries = listEntries(job, run)
  const faults = entries.filter(({ messages, outcome }) => messages.length > 0 || outcome === 'refused')
  const listed = isAll ? entries : faults
  const isCheck = run.phase === 'check'
  const passed = run.reports.length - countOutcome(run, 'refused')
  return (
    <Stack>
      <p role="status">{summary(job, run, faults.length)}</p>
      {isCheck && <FirstTitles of={job} />}
      <Row>
        {isCheck && passed > 0 && <Button onClick={onCommit}>Importer {counted(passed, 'ligne')}</Button>}
        <Button variant="secondary" onClick={onDiscard}>
          {isCheck ? 'Annuler' : 'Nouvel import'}
        </Button>
      </Row>
      {listed.length > 0 && (
        <ul className={styles.lines} aria-label={isAll ? 'Toutes les lignes' : 'Lignes refusées'}>
          {listed.slice(0, shown).map(({ key, place, outcome, messages }) => (
            <li key={key} className={styles.line}>
              <span className={styles.place}>{place}</span>
              <Badge tone={outcome === 'refused' ? 'danger' : 'neutral'}>
                {OUTCOMES[run.phase][outcome]}
              </Badge>
              {messages.length > 0 && (
                <span className={styles.messages}>{withFrenchSpaces(messages.join(' ; '))}</span>
              )}
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

/** The first titles as they were read: wrong accents are seen before anything is imported. */
function FirstTitles({ of: { columns, lines } }: { of: ImportJob }) {
  const at = columns.indexOf('title')
  const titles = lines.slice(0, 3).flatMap(({ cells }) => cells[at] || [])
  if (titles.length === 0) return null
  return <p>Premiers titres lus&nbsp;: {titles.map((title) => `«\u00a0${title}\u00a0»`).join(', ')}</p>
}

function listEntries(job: ImportJob, run: ImportRun) {
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
