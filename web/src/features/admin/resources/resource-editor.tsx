import { useMutation } from '@tanstack/react-query'
import type { Ref } from 'react'
import type { ManagedResource, ResourceInput } from '#shared/domain/document-input.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { Row } from '#web/ui/stack.tsx'
import { failureText } from './failure-text.ts'
import { saveResource } from './requests/save-resource.ts'
import styles from './resource-editor.module.css'
import { ResourceFields } from './resource-fields.tsx'
import { newResource, ResourceForm } from './resource-form-values.ts'
import { resourcesTexts as texts } from './resources-texts.ts'

type ResourceEditorProps = {
  /** The resource to change; null: a new one. */
  editing: ManagedResource | null
  onSaved: (resource: ManagedResource) => void
  onCancel: () => void
  heading: Ref<HTMLHeadingElement>
}

/** Adds a resource or changes one. What was typed stays until it is saved: mount it anew to begin again. */
export function ResourceEditor({ editing, onSaved, onCancel, heading }: ResourceEditorProps) {
  const save = useMutation({
    mutationFn: (input: ResourceInput) => saveResource(editing?.id ?? null, input),
    onSuccess: onSaved,
  })
  return (
    <Card>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {editing ? 'Modifier la Ressource' : 'Ajouter une Nouvelle Ressource'}
      </h2>
      {editing && (
        <Alert kind="info">
          <p>{texts.editing}</p>
          <p>{editing.title}</p>
        </Alert>
      )}
      <CheckedForm
        schema={ResourceForm}
        submit={editing ? 'Enregistrer les modifications' : 'Ajouter la Ressource'}
        submitting="Enregistrement en cours..."
        isSubmitting={save.isPending}
        onSubmit={(input) => save.mutate(input)}
        message={save.error && <SaveFault error={save.error} />}
        after={
          editing && (
            <Row>
              <Button variant="secondary" onClick={onCancel}>
                Annuler
              </Button>
            </Row>
          )
        }
      >
        {(faults) => <ResourceFields values={editing ?? newResource()} faults={faults} />}
      </CheckedForm>
    </Card>
  )
}

function SaveFault({ error }: { error: Error }) {
  const reason = failureText(error, '')
  return (
    <Alert kind="error">
      <p>{texts.saveFailed}</p>
      {reason && <p>{reason}</p>}
    </Alert>
  )
}
