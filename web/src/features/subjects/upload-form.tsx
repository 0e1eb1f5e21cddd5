import { useState } from 'react'
import { subjectTitle } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, tracks } from '#shared/catalogue/tracks.ts'
import { addSubject } from '#shared/contract/admin/subjects.ts'
import type { SubjectInput } from '#shared/domain/documents/document-input.ts'
import { refusalCodeOf } from '#web/lib/api/failure.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { ConfirmDialog } from '#web/ui/dialog-button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { DocumentFields, subjectForm } from './subject-fields.tsx'

/** An empty field keeps the stored document when a subject is replaced. */
const SubjectForm = subjectForm('keep')

const trackNames = Object.fromEntries(
  tracks.map(({ code, label }) => [code, code === label ? code : `${code} (${label})`]),
)

export function UploadForm({ isOwner }: { isOwner: boolean }) {
  /** Changes after each success, which empties the form. */
  const [round, setRound] = useState(0)
  const [isAsking, setIsAsking] = useState(false)
  const adding = useAction(addSubject, {
    onSuccess: () => setRound((number) => number + 1),
    done: 'Sujet du bac ajouté avec succès',
  })
  /** The existing subject, as it was sent. */
  const existing = refusalCodeOf(adding.error) === 'SUBJECT_EXISTS' ? adding.variables?.body : undefined
  const add = (body: SubjectInput, replace: 'true' | 'false') => adding.mutate({ body, query: { replace } })

  return (
    <>
      <CheckedForm
        key={round}
        startFocused={round > 0}
        schema={SubjectForm}
        submit="Ajouter le sujet"
        submitting="Ajout en cours..."
        isSubmitting={adding.isPending}
        onSubmit={(subject) => add(subject, 'false')}
        message={
          <Failure of={adding.error} text="Erreur lors de l'ajout du sujet. Veuillez réessayer.">
            {existing && (
              <Button variant="danger" onClick={() => setIsAsking(true)}>
                Remplacer
              </Button>
            )}
          </Failure>
        }
      >
        <SelectField label="Filière" name="track" choices={trackNames} />
        <TextField label="Année" name="year" inputMode="numeric" maxLength={4} required placeholder="2025" />
        <SelectField label="Session" name="session" choices={EXAM_SESSIONS} />
        <DocumentFields isOwner={isOwner} />
      </CheckedForm>
      {isAsking && existing && (
        <ConfirmDialog
          title="Remplacer le sujet"
          confirm="Remplacer"
          onConfirm={() => add(existing, 'true')}
          onClose={() => setIsAsking(false)}
        >
          <p>{subjectTitle(existing)}</p>
          <p>
            Le fichier actuel sera remplacé par celui que vous venez d'indiquer. Un corrigé ou une vidéo que
            vous n'avez pas indiqués restent en place.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
