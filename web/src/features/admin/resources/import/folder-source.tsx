import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { validationMessages } from '#shared/entities/validation-messages.ts'
import { Alert } from '#web/ui/alert.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { TextField } from '#web/ui/field.tsx'
import { failureText } from '../failure-text.ts'
import { fetchFolder } from '../requests/fetch-folder.ts'
import type { SourceProps } from './import-job.ts'
import { jobOfNames, NAME_HINT } from './name-job.ts'

const texts = {
  failed: "Le dossier n'a pas pu être lu. Veuillez réessayer.",
  // Without credentials of Google, the server knows of no file.
  empty: "Ce dossier ne contient aucun fichier, ou ce site n'a pas accès à Google Drive.",
}

const FolderForm = v.object({
  folder: v.pipe(v.string(), v.trim(), v.nonEmpty(validationMessages.required)),
})

/** The files of a Drive folder that is shared with the service account. */
export function FolderSource({ onChosen }: SourceProps) {
  const [count, setCount] = useState(0)
  const reading = useMutation({
    mutationFn: (folder: string) => fetchFolder(folder, setCount),
    onMutate: () => setCount(0),
    onSuccess: (files) => {
      if (files.length > 0) onChosen(jobOfNames('Dossier Google Drive', files))
    },
  })
  return (
    <CheckedForm
      schema={FolderForm}
      submit="Lire le dossier"
      submitting={`Lecture en cours... (${count})`}
      isSubmitting={reading.isPending}
      onSubmit={({ folder }) => reading.mutate(folder)}
      message={
        <>
          {reading.error && (
            <Alert kind="error">
              <p>{failureText(reading.error, texts.failed)}</p>
            </Alert>
          )}
          {reading.data?.length === 0 && (
            <Alert kind="error">
              <p>{texts.empty}</p>
            </Alert>
          )}
        </>
      }
    >
      {(faults) => (
        <TextField
          label="Adresse du dossier Google Drive"
          name="folder"
          required
          autoComplete="off"
          hint={`Le dossier doit être partagé avec le compte de service. ${NAME_HINT}`}
          error={faults.folder}
        />
      )}
    </CheckedForm>
  )
}
