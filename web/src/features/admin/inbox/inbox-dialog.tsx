import { useState } from 'react'
import * as v from 'valibot'
import { partLabels } from '#shared/catalogue/document-labels.ts'
import { SUBJECT_PARTS } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES, tracks } from '#shared/catalogue/tracks.ts'
import type { InboxItem } from '#shared/contract/admin/inbox.ts'
import { InboxDecision, type ResourceInput } from '#shared/domain/documents/document-input.ts'
import type { DocumentGuess } from '#shared/entities/inbox-file.ts'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { trackText } from '../admin-texts.ts'
import { firstPlace } from '../resources/place-fields.tsx'
import { ResourceFields } from '../resources/resource-fields.tsx'
import { newResource, readResourceForm } from '../resources/resource-form.ts'
import { DriveLink } from './drive-link.tsx'
import { useInboxDecision } from './use-inbox-decision.ts'

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

/** Completes or corrects what a file's name says. */
export function InboxDialog({ item, onClose }: { item: InboxItem; onClose: () => void }) {
  const { guess } = item
  const [action, setAction] = useState<Action>(guess.action ?? 'subject')
  const decision = useInboxDecision(item, onClose)
  return (
    <Dialog title="Ajouter le fichier" onClose={() => !decision.isPending && onClose()} wide>
      <Stack>
        <p>
          <DriveLink item={item} />
        </p>
        <CheckedForm
          schema={DecisionForm}
          submit="Ajouter"
          submitting="Enregistrement en cours..."
          isSubmitting={decision.isPending}
          onSubmit={(body) => decision.mutate(body)}
        >
          <SelectField
            label="Ce fichier est"
            name="action"
            value={action}
            onChange={({ target }) => setAction(target.value as Action)}
          >
            {Object.entries(actions).map(([each, label]) => (
              <option key={each} value={each}>
                {label}
              </option>
            ))}
          </SelectField>
          {action === 'subject' ? (
            <PaperFields guess={guess} />
          ) : (
            <ResourceFields values={resourceOf(guess)} isReceived />
          )}
        </CheckedForm>
      </Stack>
    </Dialog>
  )
}

function PaperFields({ guess }: { guess: DocumentGuess }) {
  const parts = SUBJECT_PARTS.filter((part) => (part === 'video') === (guess.type === 'video'))
  return (
    <>
      <SelectField label="Filière" name="track" defaultValue={guess.track ?? TRACK_CODES[0]}>
        {tracks.map((track) => (
          <option key={track.code} value={track.code}>
            {trackText(track)}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Année"
        name="year"
        inputMode="numeric"
        maxLength={4}
        required
        defaultValue={guess.year ?? ''}
      />
      <SelectField label="Session" name="session" defaultValue={guess.session ?? EXAM_SESSIONS[0]}>
        {EXAM_SESSIONS.map((session) => (
          <option key={session}>{session}</option>
        ))}
      </SelectField>
      <SelectField label="Document" name="part" defaultValue={guess.part ?? parts[0]}>
        {parts.map((part) => (
          <option key={part} value={part}>
            {partLabels[part]}
          </option>
        ))}
      </SelectField>
      <Checkbox label="Énoncé gratuit : tout le monde l'ouvre" name="isFree" />
    </>
  )
}

/** Returns the guess with the first choice for each field that the name leaves open. */
function resourceOf({
  track,
  theme,
  chapter,
  year,
  session,
  resourceType,
  type,
}: DocumentGuess): ResourceInput {
  const first = newResource()
  const code = track ?? first.track
  return {
    ...first,
    ...firstPlace(code),
    ...(theme && { theme }),
    ...(chapter && { chapter }),
    year: year ?? '',
    session: session ?? first.session,
    resourceType: resourceType ?? first.resourceType,
    type: type ?? first.type,
  }
}
