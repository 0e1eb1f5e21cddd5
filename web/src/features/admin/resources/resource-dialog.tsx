import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as v from 'valibot'
import { addResource, listResources, updateResource } from '#shared/contract/admin/resources.ts'
import { type ManagedResource, ResourceInput } from '#shared/domain/documents/document-input.ts'
import { changeListed } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { failureText } from '#web/lib/api/failure.ts'
import { showToast } from '#web/lib/shared-value.ts'
import { Button } from '#web/ui/button.tsx'
import { Row } from '#web/ui/card.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ConfirmDialog } from '#web/ui/dialog-button.tsx'
import { Alert } from '#web/ui/status.tsx'
import { newResource, ResourceFields, readResourceForm } from './resource-fields.tsx'

const ResourceForm = v.pipe(v.record(v.string(), v.string()), v.transform(readResourceForm), ResourceInput)

type ResourceDialogProps = { editing: ManagedResource | null; onClose: () => void }

/** The value of the button that adds a resource and keeps the form for the next one. */
const ADD_ANOTHER = 'another'

const ADDED = 'Ressource ajoutée avec succès'

/** It asks before it closes over unsaved input. */
export function ResourceDialog({ editing, onClose }: ResourceDialogProps) {
  const client = useQueryClient()
  const hasInput = useRef(false)
  const [isAsking, setAsking] = useState(false)
  const [values] = useState(() => editing ?? newResource())
  const [added, setAdded] = useState(0)
  const save = useMutation({
    mutationFn: ({ body }: { body: ResourceInput; keepsOpen: boolean }) =>
      editing ? call(updateResource, { params: { id: editing.id }, body }) : call(addResource, { body }),
    meta: { invalidates: (editing ? updateResource : addResource).invalidates },
    onSuccess: (stored, { keepsOpen }) => {
      if (editing) changeListed<ManagedResource>(client, listResources, ({ id }) => id === stored.id, stored)
      hasInput.current = false
      if (keepsOpen) return setAdded(added + 1)
      onClose()
      const text = editing ? 'Ressource modifiée avec succès' : ADDED
      showToast({ kind: 'success', text })
    },
  })
  const close = () => {
    // The dialog must stay open to show the answer.
    if (save.isPending) return
    if (hasInput.current) setAsking(true)
    else onClose()
  }
  return (
    <Dialog title={editing ? 'Modifier la Ressource' : 'Ajouter une Nouvelle Ressource'} onClose={close} wide>
      {editing && (
        <Alert kind="info">
          <p>Vous êtes en train de modifier une ressource existante</p>
          <p>{editing.title}</p>
        </Alert>
      )}
      <div onInput={() => (hasInput.current = true)}>
        <CheckedForm
          // Each resource that is added begins a new form.
          key={added}
          startFocused={added > 0}
          schema={ResourceForm}
          submit={editing ? 'Enregistrer les modifications' : 'Ajouter la Ressource'}
          submitting="Enregistrement en cours..."
          isSubmitting={save.isPending}
          onSubmit={(body, intent) => save.mutate({ body, keepsOpen: intent === ADD_ANOTHER })}
          message={
            save.error ? (
              <SaveFault error={save.error} />
            ) : (
              added > 0 && !save.isPending && <Alert kind="success">{ADDED}</Alert>
            )
          }
          after={
            <Row>
              {!editing && (
                <Button type="submit" value={ADD_ANOTHER} variant="secondary">
                  Enregistrer et ajouter une autre
                </Button>
              )}
              <Button variant="secondary" onClick={onClose}>
                Annuler
              </Button>
            </Row>
          }
        >
          <ResourceFields values={values} />
        </CheckedForm>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Abandonner la saisie"
          confirm="Abandonner"
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        >
          <p>Fermer ce formulaire sans enregistrer ce que vous avez saisi&nbsp;?</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

function SaveFault({ error }: { error: Error }) {
  const reason = failureText(error, '')
  return (
    <Alert kind="error">
      <p>Une erreur est survenue lors de l'enregistrement de la ressource</p>
      {reason && <p>{reason}</p>}
    </Alert>
  )
}
