import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { partLabels, SUBJECT_PARTS } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { checkReference } from '#shared/contract/admin/documents.ts'
import { decideInboxFile, type InboxItem } from '#shared/contract/admin/inbox.ts'
import type { Input } from '#shared/contract/define-route.ts'
import { InboxDecision, type ResourceInput } from '#shared/domain/documents/document-input.ts'
import { faultAdvice, faultText } from '#shared/domain/documents/fault-texts.ts'
import type { DocumentGuess } from '#shared/entities/inbox-file.ts'
import { call } from '#web/lib/api/call.ts'
import { failureText } from '#web/lib/api/failure.ts'
import { showToast } from '#web/lib/shared-value.ts'
import { FormDialog } from '#web/ui/dialog-button.tsx'
import { Checkbox, SelectField } from '#web/ui/field.tsx'
import { trackLabels } from '../admin-texts.ts'
import styles from '../list-parts.module.css'
import { Address } from '../list-parts.tsx'
import { firstPlace, YearFields } from '../resources/place-fields.tsx'
import { newResource, ResourceFields, readResourceForm } from '../resources/resource-fields.tsx'

const actions = { subject: 'Un document de sujet du bac', resource: "Un document d'un chapitre" }
type Action = keyof typeof actions

/** Converts the fields of the form to the route's body. Without a title, the server names a resource by its place. */
const DecisionForm = v.pipe(
  v.record(v.string(), v.string()),
  v.transform(({ title, ...fields }) => {
    const { isFree, ...read } = readResourceForm(fields)
    if (fields['action'] === 'subject') return { ...fields, isFree }
    return { ...read, isFree, ...(title?.trim() && { title }) }
  }) as v.TransformAction<Record<string, string>, v.InferInput<typeof InboxDecision>>,
  InboxDecision,
)

export function InboxDialog({ item, onClose }: { item: InboxItem; onClose: () => void }) {
  const { guess } = item
  const [action, setAction] = useState<Action>(guess.action ?? 'subject')
  const decision = useInboxDecision(item, onClose)
  return (
    <FormDialog
      title="Ajouter le fichier"
      wide
      intro={
        <p>
          <DriveLink item={item} />
        </p>
      }
      schema={DecisionForm}
      submit="Ajouter"
      submitting="Enregistrement en cours..."
      isSubmitting={decision.isPending}
      onSubmit={decision.decide}
      onClose={onClose}
    >
      <SelectField
        label="Ce fichier est"
        name="action"
        value={action}
        choices={actions}
        onChange={({ target }) => setAction(target.value as Action)}
      />
      {action === 'subject' ? (
        <PaperFields guess={guess} />
      ) : (
        <ResourceFields values={resourceOf(guess)} isReceived />
      )}
    </FormDialog>
  )
}

export function DriveLink({ item: { fileId, name } }: { item: InboxItem }) {
  return (
    <a
      href={`https://drive.google.com/file/d/${fileId}/view`}
      target="_blank"
      rel="noopener noreferrer"
      className={styles.target}
    >
      <Address>{name || 'Sans nom'}</Address>
    </a>
  )
}

function PaperFields({ guess: { track, year, session, part, type } }: { guess: DocumentGuess }) {
  const parts = SUBJECT_PARTS.filter((each) => (each === 'video') === (type === 'video'))
  return (
    <>
      <SelectField
        label="Filière"
        name="track"
        defaultValue={track ?? TRACK_CODES[0]}
        choices={trackLabels}
      />
      <YearFields year={year ?? ''} session={session ?? EXAM_SESSIONS[0]} />
      <SelectField
        label="Document"
        name="part"
        defaultValue={part ?? parts[0]}
        choices={Object.fromEntries(parts.map((each) => [each, partLabels[each]]))}
      />
      <Checkbox label="Énoncé gratuit&nbsp;: tout le monde l'ouvre" name="isFree" />
    </>
  )
}

/** Returns the guess with the first choice for each field that the name leaves open. */
function resourceOf({ theme, chapter, ...guess }: DocumentGuess): ResourceInput {
  const first = newResource()
  return {
    ...first,
    ...firstPlace(guess.track ?? first.track),
    ...(theme && { theme }),
    ...(chapter && { chapter }),
    year: guess.year ?? '',
    session: guess.session ?? first.session,
    resourceType: guess.resourceType ?? first.resourceType,
    type: guess.type ?? first.type,
  }
}

export type Decision = Input<typeof decideInboxFile.body>

/** A file that Drive no longer delivers; the message says why. */
class UnfitFile extends Error {}

/** Drive is asked whether the file is still there; without an answer it is added, as a form would do. */
export function useInboxDecision({ fileId, file, guess: { type } }: InboxItem, onDone?: () => void) {
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ params, body }: { params: { fileId: string }; body: Decision }) => {
      if (body.action !== 'ignore' && type !== null) {
        const { outcome: fault, detail } = await call(checkReference, { query: { file, type } })
        if (fault !== 'fine' && fault !== 'unknown')
          throw new UnfitFile(`${faultText({ fault, detail })}. ${faultAdvice({ fault, detail })}`)
      }
      return call(decideInboxFile, { params, body })
    },
    meta: { invalidates: decideInboxFile.invalidates },
    onMutate: () => showToast(null),
    onSuccess: ({ document }) => {
      onDone?.()
      showToast({ kind: 'success', text: document ? `${document.title}\u00a0: ajouté` : 'Fichier ignoré' })
    },
    onError: (error) => {
      const fault = error instanceof UnfitFile ? error.message : null
      const text = fault ?? failureText(error, "Erreur lors de l'enregistrement du fichier")
      showToast({ kind: 'error', text })
    },
  })
  return { decide: (body: Decision) => mutate({ params: { fileId }, body }), isPending }
}
