import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { subjectTitle } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, tracks } from '#shared/catalogue/tracks.ts'
import { addSubject } from '#shared/contract/admin/subjects.ts'
import type { SubjectInput } from '#shared/domain/documents/document-input.ts'
import { api } from '#web/lib/api/api.ts'
import { detailOf, refusalCodeOf, troubleHint } from '#web/lib/api/failure.ts'
import { showToast } from '#web/lib/toast.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { DocumentFields, subjectForm } from './subject-fields.tsx'

const texts = {
  added: 'Sujet du bac ajouté avec succès',
  failed: "Erreur lors de l'ajout du sujet. Veuillez réessayer.",
}

/** An empty field keeps the stored document when a subject is replaced. */
const SubjectForm = subjectForm('keep')

/** The form for a new subject; an existing subject may be replaced. */
export function UploadForm({ isOwner }: { isOwner: boolean }) {
  /** Changes after each success, which empties the form. */
  const [round, setRound] = useState(0)
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending, error, variables } = useMutation({
    ...api(addSubject).mutationOptions(),
    onMutate: () => showToast(null),
    onSuccess: () => {
      setRound((number) => number + 1)
      showToast({ kind: 'success', text: texts.added })
    },
  })
  /** The existing subject, as it was sent. */
  const existing = refusalCodeOf(error) === 'SUBJECT_EXISTS' ? variables?.body : undefined
  const add = (body: SubjectInput, replace: 'true' | 'false') => mutate({ body, query: { replace } })

  return (
    <>
      <CheckedForm
        key={round}
        startFocused={round > 0}
        schema={SubjectForm}
        submit="Ajouter le sujet"
        submitting="Ajout en cours..."
        isSubmitting={isPending}
        onSubmit={(subject) => add(subject, 'false')}
        message={
          error && (
            <Alert kind="error">
              <p>{troubleHint(error) ?? detailOf(error, texts.failed)}</p>
              {existing && (
                <Button variant="danger" onClick={() => setIsAsking(true)}>
                  Remplacer
                </Button>
              )}
            </Alert>
          )
        }
      >
        <SelectField label="Filière" name="track">
          {tracks.map(({ code, label }) => (
            <option key={code} value={code}>
              {code === label ? code : `${code} (${label})`}
            </option>
          ))}
        </SelectField>
        <TextField label="Année" name="year" inputMode="numeric" maxLength={4} required placeholder="2025" />
        <SelectField label="Session" name="session">
          {EXAM_SESSIONS.map((session) => (
            <option key={session}>{session}</option>
          ))}
        </SelectField>
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
