import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { EXAM_SESSIONS, tracks } from '#shared/catalogue/tracks.ts'
import { SubjectInput } from '#shared/domain/document-input.ts'
import { subjectTitle } from '#shared/entities/subject.ts'
import { detailOf, refusalCodeOf, troubleHint } from '#web/lib/api/failure.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { NoticeArea, useNotice } from '#web/ui/notice.tsx'
import { addSubject } from './requests/add-subject.ts'

const texts = {
  added: 'Sujet du bac ajouté avec succès',
  failed: "Erreur lors de l'ajout du sujet. Veuillez réessayer.",
}

type Submission = { subject: SubjectInput; replace: boolean }

/** The form for one subject; a subject that exists already may be replaced (D17). */
export function UploadForm() {
  const client = useQueryClient()
  const [notice, show] = useNotice()
  /** Changes after each success, which empties the form. */
  const [round, setRound] = useState(0)
  const { mutate, isPending, error, variables, reset } = useMutation({
    mutationFn: ({ subject, replace }: Submission) => addSubject(subject, replace),
    onMutate: () => show(null),
    onSuccess: async ({ track }) => {
      setRound((number) => number + 1)
      show({ kind: 'success', text: texts.added })
      reset()
      await Promise.all([
        client.invalidateQueries({ queryKey: ['subjects', track] }),
        client.invalidateQueries({ queryKey: ['managed-subjects'] }),
      ])
    },
    onError: (cause) => show({ kind: 'error', text: troubleHint(cause) ?? detailOf(cause, texts.failed) }),
  })
  const [isAsking, setIsAsking] = useState(false)
  /** The subject that is there already, as it was sent. */
  const existing = refusalCodeOf(error) === 'SUBJECT_EXISTS' ? variables?.subject : undefined

  return (
    <>
      <CheckedForm
        key={round}
        startFocused={round > 0}
        schema={SubjectInput}
        submit="Ajouter le sujet"
        submitting="Ajout en cours..."
        isSubmitting={isPending}
        onSubmit={(subject) => mutate({ subject, replace: false })}
        message={
          <NoticeArea notice={notice}>
            {existing && (
              <Button variant="danger" onClick={() => setIsAsking(true)}>
                Remplacer
              </Button>
            )}
          </NoticeArea>
        }
      >
        {(faults) => (
          <>
            <SelectField label="Filière" name="track" error={faults.track}>
              {tracks.map(({ code, label }) => (
                <option key={code} value={code}>
                  {code === label ? code : `${code} (${label})`}
                </option>
              ))}
            </SelectField>
            <TextField
              label="Année"
              name="year"
              inputMode="numeric"
              maxLength={4}
              required
              placeholder="2025"
              error={faults.year}
            />
            <SelectField label="Session" name="session" error={faults.session}>
              {EXAM_SESSIONS.map((session) => (
                <option key={session}>{session}</option>
              ))}
            </SelectField>
            <TextField
              label="Fichier (URL ou ID Google Drive)"
              name="file"
              required
              autoComplete="off"
              hint="Collez l'adresse complète du fichier ou son identifiant (25 caractères au moins)."
              error={faults.file}
            />
          </>
        )}
      </CheckedForm>
      {isAsking && existing && (
        <ConfirmDialog
          title="Remplacer le sujet"
          confirm="Remplacer"
          onConfirm={() => mutate({ subject: existing, replace: true })}
          onClose={() => setIsAsking(false)}
        >
          <p>{subjectTitle(existing)}</p>
          <p>Le fichier actuel sera remplacé par celui que vous venez d'indiquer.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
