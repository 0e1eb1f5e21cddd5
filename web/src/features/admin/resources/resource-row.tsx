import { useMutation } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { fileTypeLabels } from '#shared/catalogue/document-labels.ts'
import { deleteResource } from '#shared/contract/admin/resources.ts'
import type { ManagedResource } from '#shared/domain/documents/document-input.ts'
import { api } from '#web/lib/api/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Row } from '#web/ui/stack.tsx'
import { ResourceDialog } from './resource-dialog.tsx'
import styles from './resources.module.css'

/** Milliseconds. */
const FAILURE_MS = 3_000

/** A row of a resource; its actions are disabled while it is being deleted. */
export function ResourceRow({ resource }: { resource: ManagedResource }) {
  const { id, title, chapter, type, track, year, session, isFree } = resource
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const removal = useMutation({
    ...api(deleteResource).mutationOptions(),
    onSuccess: () => showToast({ kind: 'success', text: 'Ressource supprimée avec succès' }),
    onError: () =>
      showToast({
        kind: 'error',
        text: 'Une erreur est survenue lors de la suppression de la ressource',
        ms: FAILURE_MS,
      }),
  })
  return (
    <tr aria-busy={removal.isPending}>
      <th scope="row" className={styles.chapter}>
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
      <td data-label="Actions" className={styles.cell}>
        <div className={styles.actions}>
          <Button variant="secondary" disabled={removal.isPending} onClick={() => setDialog('edit')}>
            <Pencil size={18} aria-hidden="true" />
            Modifier
          </Button>
          <IconButton
            variant="danger"
            label={`Supprimer ${title}`}
            disabled={removal.isPending}
            onClick={() => setDialog('delete')}
          >
            <Trash2 size={18} aria-hidden="true" />
          </IconButton>
        </div>
        {dialog === 'edit' && <ResourceDialog editing={resource} onClose={close} />}
        {dialog === 'delete' && (
          <ConfirmDialog
            title="Supprimer la ressource"
            confirm="Supprimer"
            onConfirm={() => removal.mutate({ params: { id } })}
            onClose={close}
          >
            <p>Êtes-vous sûr de vouloir supprimer cette ressource ?</p>
            <p>{title}</p>
          </ConfirmDialog>
        )}
      </td>
    </tr>
  )
}
