import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ManagedResource } from '#shared/domain/document-input.ts'
import { fileTypeLabels } from '#shared/entities/resource.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { Notice } from '#web/ui/notice.tsx'
import { Row } from '#web/ui/stack.tsx'
import { forgetResources } from './forget-resources.ts'
import { deleteResource } from './requests/delete-resource.ts'
import styles from './resource-row.module.css'
import { resourcesTexts as texts } from './resources-texts.ts'

/** How long the failure of a deletion is told (spec section 8). */
const FAILURE_MS = 3_000

type ResourceRowProps = {
  resource: ManagedResource
  isEdited: boolean
  onEdit: () => void
  onDeleted: () => void
  onNotice: (notice: Notice) => void
}

/** One resource; its actions are out of use while it is being deleted. */
export function ResourceRow({ resource, isEdited, onEdit, onDeleted, onNotice }: ResourceRowProps) {
  const { id, title, chapter, type, track, year, session, isFree } = resource
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const removal = useMutation({
    mutationFn: () => deleteResource(id),
    onSuccess: async () => {
      onNotice({ kind: 'success', text: texts.deleted })
      await forgetResources(client)
      onDeleted()
    },
    onError: () => onNotice({ kind: 'error', text: texts.deleteFailed, ms: FAILURE_MS }),
  })
  return (
    <tr aria-busy={removal.isPending} aria-current={isEdited || undefined}>
      <th scope="row">
        {chapter}
        <span className={styles.title}>{title}</span>
      </th>
      <td data-label="Type">
        <Row>
          {fileTypeLabels[type]}
          {isFree && <Badge tone="success">Gratuit</Badge>}
        </Row>
      </td>
      <td data-label="Filière">{track}</td>
      <td data-label="Année">{year}</td>
      <td data-label="Session">{session}</td>
      <td data-label="Actions">
        <div className={styles.actions}>
          <Button variant="secondary" disabled={removal.isPending} onClick={onEdit}>
            <Pencil size={18} aria-hidden="true" />
            Modifier
          </Button>
          <IconButton
            variant="danger"
            label={`Supprimer ${title}`}
            disabled={removal.isPending}
            onClick={() => setIsAsking(true)}
          >
            <Trash2 size={18} aria-hidden="true" />
          </IconButton>
        </div>
        {isAsking && (
          <ConfirmDialog
            title="Supprimer la ressource"
            confirm="Supprimer"
            onConfirm={() => removal.mutate()}
            onClose={() => setIsAsking(false)}
          >
            <p>{texts.confirmDelete}</p>
            <p>{title}</p>
          </ConfirmDialog>
        )}
      </td>
    </tr>
  )
}
