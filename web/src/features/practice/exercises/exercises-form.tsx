import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { getExercises, readProposals, setExercises } from '#shared/contract/admin/subjects.ts'
import type { Parsed } from '#shared/contract/define-route.ts'
import { MAX_EXERCISES, PAPER_POINTS, type ProposedExercise } from '#shared/entities/exercise.ts'
import { api } from '#web/lib/api/api.ts'
import { failureText, refusalCodeOf, waitOf } from '#web/lib/api/failure.ts'
import { decimalText, pointsText } from '#web/lib/format.ts'
import { showToast } from '#web/lib/shared-value.ts'
import { Button, CancelButton } from '#web/ui/button.tsx'
import { Row, Stack } from '#web/ui/card.tsx'
import { useWarningBeforeLeaving } from '#web/ui/checked-form.tsx'
import { ConfirmDialog } from '#web/ui/dialog-button.tsx'
import { useReturningFocus } from '#web/ui/disclosure.ts'
import { Alert } from '#web/ui/status.tsx'
import { ExerciseRow, type ShownPage } from './exercise-row.tsx'
import styles from './exercises.module.css'
import {
  checkDraft,
  createRow,
  type DraftExercise,
  type DraftFaults,
  isStored,
  moveRow,
  sumPoints,
} from './exercises-draft.ts'

const texts = {
  saved: 'Exercices enregistrés. La page du sujet les montre dans une minute.',
  failed: "Les exercices n'ont pas été enregistrés. Veuillez réessayer.",
  changedElsewhere:
    "Le sujet a été modifié ailleurs pendant votre saisie. Rien de ce que vous avez saisi n'est perdu\u00a0; relisez, puis enregistrez.",
}

export function ExercisesForm({ paper, shown }: { paper: PaperExercises; shown: ShownPage | null }) {
  const { id, track, exercises: stored, updatedAt, hasCorrection, hasVideo } = paper
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const sum = useRef<HTMLParagraphElement>(null)
  const [rows, setRows] = useState<readonly DraftExercise[]>(() => stored.map(createRow))
  const [faults, setFaults] = useState<DraftFaults>({})
  const [proposed, setProposed] = useState<readonly ProposedExercise[] | null>(null)
  const query = api(getExercises).queryOptions({ params: { id } })
  const saving = useMutation({
    ...api(setExercises).mutationOptions(),
    onSuccess: ({ exercises, updatedAt: savedAt }) => {
      client.setQueryData(query.queryKey, (before) => before && { ...before, exercises, updatedAt: savedAt })
      showToast({ kind: 'success', text: texts.saved })
    },
    // The newest stored exercises are loaded, so that saving again is possible.
    onError: (error) => {
      if (refusalCodeOf(error) === 'CONFLICT') void client.invalidateQueries({ queryKey: query.queryKey })
    },
  })
  const isTyped = !isStored(rows, stored)
  useWarningBeforeLeaving(isTyped)
  useReturningFocus(form, saving.isPending)
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [faults])

  const change = (next: readonly DraftExercise[]) => {
    const name = document.activeElement?.closest('fieldset')?.querySelector<HTMLElement>(':scope > legend')
    flushSync(() => {
      setRows(next)
      setFaults({})
      saving.reset()
    })
    // The pressed button is gone, or has nothing more to do: its exercise keeps the focus, or else the foot.
    if (document.activeElement?.matches('body, :disabled')) (name?.isConnected ? name : sum.current)?.focus()
  }
  const take = (exercises: readonly ProposedExercise[]) => {
    setProposed(null)
    change(exercises.map(createRow))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const checked = checkDraft(rows)
    setFaults(checked.ok ? {} : checked.faults)
    if (checked.ok) saving.mutate({ params: { id }, body: { exercises: checked.exercises, updatedAt } })
  }

  return (
    <Stack>
      <Proposals
        paper={paper}
        onTake={(exercises) => (rows.length > 0 ? setProposed(exercises) : take(exercises))}
      />
      <form ref={form} noValidate onSubmit={onSubmit} aria-busy={saving.isPending}>
        <fieldset disabled={saving.isPending} className={styles.form}>
          {rows.length === 0 && <p>Aucun exercice pour le moment.</p>}
          {rows.map((row, index) => (
            <ExerciseRow
              key={row.key}
              {...{ track, row, index, faults, shown, hasCorrection, hasVideo }}
              count={rows.length}
              onChange={(next) => change(rows.with(index, next))}
              onMove={(by) => change(moveRow(rows, index, by))}
              onRemove={() => change(rows.filter((each) => each !== row))}
            />
          ))}
          <div>
            <Button
              variant="secondary"
              Icon={Plus}
              disabled={rows.length >= MAX_EXERCISES}
              onClick={() => change([...rows, createRow()])}
            >
              Ajouter un exercice
            </Button>
          </div>
          <div className={styles.foot}>
            <p ref={sum} tabIndex={-1} role="status" className={styles.sum}>
              {sumText(sumPoints(rows)) + faultText(Object.keys(faults).length)}
            </p>
            {saving.error && (
              <Alert kind="error">
                {refusalCodeOf(saving.error) === 'CONFLICT'
                  ? texts.changedElsewhere
                  : failureText(saving.error, texts.failed)}
              </Alert>
            )}
            <Row>
              <Button type="submit" disabled={!isTyped}>
                {saving.isPending ? 'Enregistrement en cours...' : 'Enregistrer'}
              </Button>
              {isTyped && <CancelButton onClick={() => change(stored.map(createRow))} />}
            </Row>
          </div>
        </fieldset>
      </form>
      {proposed && (
        <ConfirmDialog
          title="Reprendre les propositions"
          confirm="Reprendre"
          onConfirm={() => take(proposed)}
          onClose={() => setProposed(null)}
        >
          <p>
            Les exercices de ce formulaire seront remplacés. Rien ne change sur le site avant
            l'enregistrement.
          </p>
        </ConfirmDialog>
      )}
    </Stack>
  )
}

/** 'Total : 20 points.' */
function sumText(sum: number): string {
  const text = `Total\u00a0: ${pointsText(sum)}.`
  return sum === PAPER_POINTS ? text : `${text} Un sujet en compte ${PAPER_POINTS} d'habitude.`
}

function faultText(count: number): string {
  if (count === 0) return ''
  return count < 2 ? ' Un champ à corriger.' : ` ${count} champs à corriger.`
}

export type PaperExercises = Parsed<typeof getExercises.response>
/** A long paper takes a minute. */
const PREPARING_TRIES = 30

const FAILED = "Le PDF n'a pas pu être lu. Veuillez réessayer."
const NO_TEXT =
  "Le texte du PDF n'annonce aucun exercice\u00a0: c'est sans doute un document scanné. Saisissez-les à la main."
const UNREAD = "Le PDF n'a pas encore été lu\u00a0; il le sera au prochain contrôle quotidien."
const UNREADABLE = 'Ce site ne lit pas le texte des PDF\u00a0: saisissez les exercices à la main.'

type ProposalsProps = { paper: PaperExercises; onTake: (exercises: readonly ProposedExercise[]) => void }

function Proposals({ paper, onTake }: ProposalsProps) {
  const { id, proposals } = paper
  const { mutate, isPending, error, data } = useMutation({
    ...api(readProposals).mutationOptions(),
    // A paper that was just added is prepared in a few seconds.
    retry: (count, failure) => count < PREPARING_TRIES && refusalCodeOf(failure) === 'DOCUMENT_PREPARING',
    retryDelay: (_, failure) => waitOf(failure),
  })
  if (!proposals.isRead)
    return (
      <Alert kind={error ? 'error' : 'info'}>
        <p>{error ? failureText(error, FAILED) : data ? UNREADABLE : UNREAD}</p>
        {data === undefined && (
          <Button variant="secondary" disabled={isPending} onClick={() => mutate({ params: { id } })}>
            {isPending ? 'Lecture du PDF...' : 'Lire le PDF maintenant'}
          </Button>
        )}
      </Alert>
    )
  const { exercises } = proposals
  const [first] = exercises
  if (!first) return <Alert kind="info">{NO_TEXT}</Alert>
  const sum = exercises.reduce((total, { points }) => total + (points ?? 0), 0)
  return (
    <Alert kind="info">
      <p>
        {exercises.length < 2
          ? 'Le texte du PDF annonce un exercice'
          : `Le texte du PDF annonce ${exercises.length} exercices`}
        {sum === PAPER_POINTS ? '' : `, somme ${decimalText(sum)} sur ${PAPER_POINTS}`}. Relisez-les avant
        d'enregistrer.
      </p>
      <Button variant="secondary" onClick={() => onTake(exercises)}>
        Reprendre les propositions
      </Button>
    </Alert>
  )
}
