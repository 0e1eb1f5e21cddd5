import { Pencil, Trash2 } from 'lucide-react'
import { fileTypeLabels } from '#shared/catalogue/subjects.ts'
import { deleteResource } from '#shared/contract/admin/resources.ts'
import type { ManagedResource } from '#shared/domain/documents/document-input.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Badge, Row } from '#web/ui/card.tsx'
import { ConfirmButton, DialogButton } from '#web/ui/dialog-button.tsx'
import type { Column } from '../data-list.tsx'
import { ResourceDialog } from './resource-dialog.tsx'
import styles from './resources.module.css'

export const resourceColumns: readonly Column<ManagedResource>[] = [
  {
    title: 'Chapitre',
    className: styles.chapter,
    cell: ({ chapter, title }) => (
      <>
        {chapter}
        <span className={styles.title}>{title}</span>
      </>
    ),
  },
  {
    title: 'Type',
    cell: ({ type, isFree }) => (
      <Row>
        {fileTypeLabels[type]}
        {isFree && <Badge tone="success">Gratuit</Badge>}
      </Row>
    ),
  },
  { title: 'Filière', cell: ({ track }) => track },
  { title: 'Année', cell: ({ year }) => year },
  { title: 'Session', cell: ({ session }) => session },
  {
    title: 'Actions',
    className: styles.cell,
    cell: (resource, isBusy) => <ResourceActions resource={resource} isBusy={isBusy} />,
  },
]

/** Milliseconds. */
const FAILURE_MS = 3_000

function ResourceActions({ resource, isBusy }: { resource: ManagedResource; isBusy: boolean }) {
  const { id, title } = resource
  const removal = useAction(deleteResource, {
    isDeletion: true,
    done: 'Ressource supprimée avec succès',
    failed: () => ({
      text: 'Une erreur est survenue lors de la suppression de la ressource',
      ms: FAILURE_MS,
    }),
  })
  return (
    <div className={styles.actions}>
      <DialogButton
        Icon={Pencil}
        disabled={isBusy}
        renderDialog={(close) => <ResourceDialog editing={resource} onClose={close} />}
      >
        Modifier
      </DialogButton>
      <ConfirmButton
        variant="danger"
        Icon={Trash2}
        label={`Supprimer ${title}`}
        disabled={isBusy}
        title="Supprimer la ressource"
        confirm="Supprimer"
        onConfirm={() => removal.mutate({ params: { id } })}
        question={
          <>
            <p>Êtes-vous sûr de vouloir supprimer cette ressource ?</p>
            <p>{title}</p>
          </>
        }
      />
    </div>
  )
}
