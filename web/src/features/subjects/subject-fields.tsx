import * as v from 'valibot'
import { SubjectInput } from '#shared/domain/documents/document-input.ts'
import { type ManagedSubject } from '#shared/entities/subject.ts'
import { Checkbox, TextField } from '#web/ui/field.tsx'

/**
 * Converts the fields of a form to the route's input.
 * @param empty meaning of an unchecked box and an empty optional field: `keep` the stored value, or `remove` it
 */
export function subjectForm(empty: 'keep' | 'remove') {
  const isKept = empty === 'keep'
  return v.pipe(
    v.record(v.string(), v.string()),
    v.transform(({ isFree, correction, video, ...fields }) => ({
      ...fields,
      isFree: isFree !== undefined || (isKept ? undefined : false),
      correction: correction?.trim() || (isKept ? undefined : null),
      video: video?.trim() || (isKept ? undefined : null),
    })) as v.TransformAction<Record<string, string>, v.InferInput<typeof SubjectInput>>,
    SubjectInput,
  )
}

type DocumentFieldsProps = {
  /** True when an owner fills the form in: only owners decide what is free. */
  isOwner: boolean
  /** The stored values. @default none */
  values?: Pick<ManagedSubject, 'file' | 'correction' | 'video' | 'isFree'>
}

export function DocumentFields({ isOwner, values }: DocumentFieldsProps) {
  return (
    <>
      <TextField
        label="Fichier (URL ou ID Google Drive)"
        name="file"
        required
        autoComplete="off"
        defaultValue={values?.file ?? ''}
        hint="Collez l'adresse complète du fichier ou son identifiant (25 caractères au moins)."
      />
      <TextField
        label="Corrigé (facultatif)"
        name="correction"
        autoComplete="off"
        defaultValue={values?.correction ?? ''}
        hint="Le PDF du corrigé : son adresse ou son identifiant Google Drive."
      />
      <TextField
        label="Vidéo du corrigé (facultative)"
        name="video"
        autoComplete="off"
        defaultValue={values?.video ?? ''}
        hint="La vidéo : son adresse ou son identifiant Google Drive."
      />
      {isOwner ? (
        <Checkbox
          label="Sujet gratuit : tout le monde ouvre l'énoncé, le corrigé et la vidéo restent Premium"
          name="isFree"
          defaultChecked={values?.isFree ?? false}
        />
      ) : (
        <p>Un nouveau sujet est Premium : seul un propriétaire du site décide de ce qui est gratuit.</p>
      )}
    </>
  )
}
