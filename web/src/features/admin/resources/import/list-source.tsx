import * as v from 'valibot'
import { validationMessages } from '#shared/entities/validation-messages.ts'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { Field } from '#web/ui/field.tsx'
import type { SourceProps } from './import-job.ts'
import { jobOfNames, NAME_HINT, readNameList } from './name-job.ts'

const ListForm = v.object({
  list: v.pipe(
    v.string(),
    v.transform(readNameList),
    v.check((files) => files.length > 0, validationMessages.required),
  ),
})

/** Names and addresses as somebody pastes them. */
export function ListSource({ onChosen }: SourceProps) {
  return (
    <CheckedForm
      schema={ListForm}
      submit="Lire la liste"
      submitting="Lecture en cours..."
      isSubmitting={false}
      onSubmit={({ list }) => onChosen(jobOfNames('Liste de noms de fichiers', list))}
    >
      {(faults) => (
        <Field
          label="Liste de fichiers"
          hint={`Une ligne par fichier : son nom, un point-virgule, puis son adresse ou son identifiant. ${NAME_HINT}`}
          error={faults.list}
        >
          {(props) => <textarea {...props} name="list" rows={6} spellCheck={false} required />}
        </Field>
      )}
    </CheckedForm>
  )
}
