import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { subjectTitle } from '#shared/catalogue/subjects.ts'
import { addSubject } from '#shared/contract/admin/subjects.ts'
import type { ManagedSubject } from '#shared/entities/subject.ts'
import { api } from '#web/lib/api/api.ts'
import { detailOf, troubleHint } from '#web/lib/api/failure.ts'
import { showToast } from '#web/lib/toast.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DocumentFields, subjectForm } from './subject-fields.tsx'

const FAILED = "Erreur lors de l'enregistrement du sujet. Veuillez réessayer."
const SubjectForm = subjectForm('remove')

/** Changes the documents of a subject; an empty field removes a correction or video. */
export function SubjectDialog({ subject, onClose }: { subject: ManagedSubject; onClose: () => void }) {
  const { track, year, session } = subject
  // A list that arrives later does not change the typed text.
  const [values] = useState(subject)
  const { mutate, isPending, error } = useMutation({
    ...api(addSubject).mutationOptions(),
    onSuccess: () => {
      onClose()
      showToast({ kind: 'success', text: 'Sujet du bac modifié avec succès' })
    },
  })
  return (
    <Dialog title={`Modifier : ${subjectTitle(subject)}`} onClose={() => !isPending && onClose()} wide>
      <CheckedForm
        schema={SubjectForm}
        submit="Enregistrer les modifications"
        submitting="Enregistrement en cours..."
        isSubmitting={isPending}
        onSubmit={(body) => mutate({ body, query: { replace: 'true' } })}
        message={
          error && (
            <Alert kind="error">
              <p>{troubleHint(error) ?? detailOf(error, FAILED)}</p>
            </Alert>
          )
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
      </CheckedForm>
    </Dialog>
  )
}
