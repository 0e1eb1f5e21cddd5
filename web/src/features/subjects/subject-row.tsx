import { ListOrdered, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { partLabels, subjectTitle } from '#shared/catalogue/subjects.ts'
import { addSubject, deleteSubject } from '#shared/contract/admin/subjects.ts'
import type { ManagedSubject } from '#shared/entities/subject.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { ButtonLink, CancelButton } from '#web/ui/button.tsx'
import { Row } from '#web/ui/card.tsx'
import { ConfirmButton, DialogButton, FormDialog } from '#web/ui/dialog-button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { DocumentFields, subjectForm } from './subject-fields.tsx'
import styles from './subject-management.module.css'

export function SubjectRow({ subject, onDeleted }: { subject: ManagedSubject; onDeleted: () => void }) {
  const { id, track, year, session } = subject
  const { mutate, isPending } = useAction(deleteSubject, {
    onSuccess: onDeleted,
    isDeletion: true,
    done: 'Sujet supprimé avec succès',
    failed: () => ({ text: 'Une erreur est survenue lors de la suppression du sujet' }),
  })
  return (
    <tr aria-busy={isPending}>
      <th scope="row" className={styles.title} data-rest={`${year} ${session}`}>
        {track}
      </th>
      <td data-label="Année" className={styles.inTitle}>
        {year}
      </td>
      <td data-label="Session" className={styles.inTitle}>
        {session}
      </td>
      <td data-label="Documents">{documentsText(subject)}</td>
      <td data-label="Actions" className={styles.actions}>
        <SubjectActions subject={subject} isPending={isPending} onDelete={() => mutate({ params: { id } })} />
      </td>
    </tr>
  )
}

type SubjectActionsProps = { subject: ManagedSubject; isPending: boolean; onDelete: () => void }

function SubjectActions({ subject, isPending, onDelete }: SubjectActionsProps) {
  return (
    <Row>
      <DialogButton
        Icon={Pencil}
        renderDialog={(close) => <SubjectDialog subject={subject} onClose={close} />}
      >
        Modifier
      </DialogButton>
      <ButtonLink to={`/admin/sujets/${subject.id}/exercices`} variant="secondary" Icon={ListOrdered}>
        Exercices{subject.exercises.length > 0 && ` (${subject.exercises.length})`}
      </ButtonLink>
      <ConfirmButton
        variant="danger"
        Icon={Trash2}
        disabled={isPending}
        title="Supprimer le sujet"
        confirm="Supprimer"
        onConfirm={onDelete}
        question={
          <>
            <p>{withFrenchSpaces('Êtes-vous sûr de vouloir supprimer ce sujet ?')}</p>
            <p>{subjectTitle(subject)}</p>
          </>
        }
      >
        {isPending ? 'Suppression...' : 'Supprimer'}
      </ConfirmButton>
    </Row>
  )
}

/** 'Sujet gratuit, Corrigé' */
export function documentsText({ isFree, correction, video }: ManagedSubject): string {
  return [
    isFree ? `${partLabels.statement} gratuit` : partLabels.statement,
    correction !== null && partLabels.correction,
    video !== null && partLabels.video,
  ]
    .filter(Boolean)
    .join(', ')
}

const SubjectForm = subjectForm('remove')

/** Changes the documents of a subject; an empty field removes a correction or video. */
function SubjectDialog({ subject, onClose }: { subject: ManagedSubject; onClose: () => void }) {
  const { track, year, session } = subject
  // A list that arrives later does not change the typed text.
  const [values] = useState(subject)
  const saving = useAction(addSubject, { onSuccess: onClose, done: 'Sujet du bac modifié avec succès' })
  return (
    <FormDialog
      title={`Modifier : ${subjectTitle(subject)}`}
      wide
      onClose={onClose}
      schema={SubjectForm}
      submit="Enregistrer les modifications"
      submitting="Enregistrement en cours..."
      isSubmitting={saving.isPending}
      onSubmit={(body) => saving.mutate({ body, query: { replace: 'true' } })}
      message={
        <Failure of={saving.error} text="Erreur lors de l'enregistrement du sujet. Veuillez réessayer." />
      }
      after={<CancelButton onClick={onClose} />}
    >
      {Object.entries({ track, year, session }).map(([name, value]) => (
        <input key={name} hidden readOnly name={name} value={value} />
      ))}
      <DocumentFields isOwner values={values} />
    </FormDialog>
  )
}
