import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { getExercises, setExercises } from '#shared/contract/admin/subjects.ts'
import { MAX_EXERCISES, PAPER_POINTS, type ProposedExercise } from '#shared/entities/exercise.ts'
import { api } from '#web/lib/api/api.ts'
import { detailOf, refusalCodeOf, troubleHint } from '#web/lib/api/failure.ts'
import { pointsText } from '#web/lib/format.ts'
import { showToast } from '#web/lib/shared-value.ts'
import { Button } from '#web/ui/button.tsx'
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
import { type PaperExercises, Proposals } from './proposals.tsx'

const texts = {
  saved: 'Exercices enregistrés. La page du sujet les montre dans une minute.',
  failed: "Les exercices n'ont pas été enregistrés. Veuillez réessayer.",
  changedElsewhere:
    "Le sujet a été modifié ailleurs pendant votre saisie. Rien de ce que vous avez saisi n'est perdu ; relisez, puis enregistrez.",
}

/** The exercises of a paper, as they are stored or as its text announces them, to be corrected and saved. */
export function ExercisesForm({ paper, shown }: { paper: PaperExercises; shown: ShownPage | null }) {
  const { id, track, exercises: stored, updatedAt, hasCorrection, hasVideo } = paper
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
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
    setRows(next)
    setFaults({})
    saving.reset()
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
              disabled={rows.length >= MAX_EXERCISES}
              onClick={() => change([...rows, createRow()])}
            >
              <Plus size={18} aria-hidden="true" />
              Ajouter un exercice
            </Button>
          </div>
          <div className={styles.foot}>
            <p role="status" className={styles.sum}>
              {sumText(sumPoints(rows)) + faultText(Object.keys(faults).length)}
            </p>
            {saving.error && (
              <Alert kind="error">
                {refusalCodeOf(saving.error) === 'CONFLICT'
                  ? texts.changedElsewhere
                  : (troubleHint(saving.error) ?? detailOf(saving.error, texts.failed))}
              </Alert>
            )}
            <Row>
              <Button type="submit" disabled={!isTyped}>
                {saving.isPending ? 'Enregistrement en cours...' : 'Enregistrer'}
              </Button>
              {isTyped && (
                <Button variant="secondary" onClick={() => change(stored.map(createRow))}>
                  Annuler
                </Button>
              )}
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
  const text = `Total : ${pointsText(sum)}.`
  return sum === PAPER_POINTS ? text : `${text} Un sujet en compte ${PAPER_POINTS} d'habitude.`
}

function faultText(count: number): string {
  if (count === 0) return ''
  return count < 2 ? ' Un champ à corriger.' : ` ${count} champs à corriger.`
}
