import { useState } from 'react'
import { subjectTitle } from '#shared/catalogue/subjects.ts'
import { addSubject } from '#shared/contract/admin/subjects.ts'
import type { ManagedSubject } from '#shared/entities/subject.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { DocumentFields, subjectForm } from './subject-fields.tsx'

const SubjectForm = subjectForm('remove')

/** Changes the documents of a subject; an empty field removes a correction or video. */
export function SubjectDialog({ subject, onClose }: { subject: ManagedSubject; onClose: () => void }) {
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
      after={
        <Button variant="secondary" onClick={onClose}>
          Annuler
        </Button>
      }
    >
      {Object.entries({ track, year, session }).map(([name, value]) => (
        <input key={name} hidden readOnly name={name} value={value} />
      ))}
      <DocumentFields isOwner values={values} />
    </FormDialog>
  )
}
