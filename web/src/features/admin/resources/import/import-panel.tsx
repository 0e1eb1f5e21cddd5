import { type Ref, useEffect, useRef } from 'react'
import { useProfile } from '#web/lib/auth/use-auth.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { counted } from '../../admin-texts.ts'
import styles from './import.module.css'
import { countOutcome, type ImportRun } from './import-job.ts'
import { ImportReport } from './import-report.tsx'
import { ImportSources } from './import-sources.tsx'
import { type ImportState, useImport } from './use-import.ts'

/** Imports many resources: chosen, checked line by line, then imported. */
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
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        Importer des ressources
      </h2>
      <h3 ref={step} tabIndex={-1} className={styles.heading}>
        {title}
      </h3>
      {state.status === 'choosing' ? (
        <ImportSources onChosen={start} />
      ) : (
        <Stack>
          <p className={styles.source}>{state.job.name}</p>
          {state.status === 'running' && <Progress run={state.run} />}
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
          {state.status === 'refused' && (
            <Alert kind="error">
              <p>{state.reason}</p>
            </Alert>
          )}
          {state.status === 'complete' ? (
            <ImportReport
              job={state.job}
              run={state.run}
              actions={
                <Row>
                  {state.run.phase === 'check' && <CommitButton run={state.run} onCommit={commit} />}
                  <Button variant="secondary" onClick={discard}>
                    {state.run.phase === 'commit' ? 'Nouvel import' : 'Annuler'}
                  </Button>
                </Row>
              }
            />
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

function CommitButton({ run, onCommit }: { run: ImportRun; onCommit: () => void }) {
  const count = run.reports.length - countOutcome(run, 'refused')
  if (count === 0) return null
  return <Button onClick={onCommit}>Importer {counted(count, 'ligne')}</Button>
}

function Progress({ run: { phase, reached, queue } }: { run: ImportRun }) {
  return (
    <div className={styles.progress}>
      <p role="status">
        {phase === 'check' ? 'Vérification' : 'Import'} en cours... {reached} sur {queue.length}
      </p>
      <ProgressBar value={reached} max={queue.length} />
    </div>
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
