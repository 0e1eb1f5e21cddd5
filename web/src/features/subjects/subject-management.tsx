import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { ManagedSubject } from '#shared/entities/subject.ts'
import { subjectTitle } from '#shared/entities/subject.ts'
import { subjectsQuery } from '#web/lib/requests/fetch-subjects.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import { deleteSubject } from './requests/delete-subject.ts'
import { managedSubjectsQuery } from './requests/fetch-managed-subjects.ts'
import styles from './subject-management.module.css'

const texts = {
  loadFailed: 'Une erreur est survenue lors du chargement des sujets',
  confirm: 'Êtes-vous sûr de vouloir supprimer ce sujet ?',
  deleteFailed: 'Une erreur est survenue lors de la suppression du sujet',
}

/** Every stored subject, with a way to delete it; `upload` leads to where new ones are added. */
export function SubjectManagement({ upload }: { upload: ReactNode }) {
  const subjects = useQuery(managedSubjectsQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Stack>
      <Row>
        <h2 ref={heading} tabIndex={-1} className={styles.heading}>
          Gestion des sujets{subjects.data && ` (${subjects.data.length})`}
        </h2>
        {upload}
      </Row>
      <Loadable of={subjects} error={texts.loadFailed}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState>Aucun sujet enregistré.</EmptyState>
          ) : (
            <Table caption="Sujets enregistrés" columns={['Filière', 'Année', 'Session', 'Actions']} inline>
              {items.map((subject) => (
                <SubjectLine
                  key={subject.id}
                  subject={subject}
                  // The button that had the focus is gone with its row.
                  onDeleted={() => heading.current?.focus({ preventScroll: true })}
                />
              ))}
            </Table>
          )
        }
      </Loadable>
    </Stack>
  )
}

function SubjectLine({ subject, onDeleted }: { subject: ManagedSubject; onDeleted: () => void }) {
  const { id, track, year, session } = subject
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteSubject(id),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries(managedSubjectsQuery),
        client.invalidateQueries(subjectsQuery(track)),
      ])
      onDeleted()
    },
    onError: () => window.alert(texts.deleteFailed),
  })
  return (
    <tr aria-busy={isPending}>
      <th scope="row">{track}</th>
      <td data-label="Année">{year}</td>
      <td data-label="Session">{session}</td>
      <td data-label="Actions">
        <Button variant="danger" disabled={isPending} onClick={() => setIsAsking(true)}>
          <Trash2 size={18} aria-hidden="true" />
          {isPending ? 'Suppression...' : 'Supprimer'}
        </Button>
        {isAsking && (
          <ConfirmDialog
            title="Supprimer le sujet"
            confirm="Supprimer"
            onConfirm={() => mutate()}
            onClose={() => setIsAsking(false)}
          >
            <p>{texts.confirm}</p>
            <p>{subjectTitle(subject)}</p>
          </ConfirmDialog>
        )}
      </td>
    </tr>
  )
}
