import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import type { ManagedSubject } from '#shared/contract/admin-subjects.ts'
import { subjectsQuery } from '#web/lib/requests/fetch-subjects.ts'
import { Button } from '#web/ui/button.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { Table } from '#web/ui/table.tsx'
import { deleteSubject } from './requests/delete-subject.ts'
import { managedSubjectsQuery } from './requests/fetch-managed-subjects.ts'

const texts = {
  loadFailed: 'Une erreur est survenue lors du chargement des sujets',
  confirm: 'Êtes-vous sûr de vouloir supprimer ce sujet ?',
  deleteFailed: 'Une erreur est survenue lors de la suppression du sujet',
}

/** Every stored subject, with a way to delete it. */
export function SubjectManagement() {
  const subjects = useQuery(managedSubjectsQuery)
  return (
    <Loadable of={subjects} error={texts.loadFailed}>
      {(items) =>
        items.length === 0 ? (
          <p>Aucun sujet enregistré.</p>
        ) : (
          <Table caption="Sujets enregistrés" columns={['Filière', 'Année', 'Session', 'Actions']} inline>
            {items.map((subject) => (
              <SubjectLine key={subject.id} subject={subject} />
            ))}
          </Table>
        )
      }
    </Loadable>
  )
}

function SubjectLine({ subject: { id, track, year, session } }: { subject: ManagedSubject }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteSubject(id),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries(managedSubjectsQuery),
        client.invalidateQueries(subjectsQuery(track)),
      ]),
    onError: () => window.alert(texts.deleteFailed),
  })
  return (
    <tr>
      <td data-label="Filière">{track}</td>
      <td data-label="Année">{year}</td>
      <td data-label="Session">{session}</td>
      <td data-label="Actions">
        <Button
          variant="danger"
          disabled={isPending}
          onClick={() => {
            if (window.confirm(texts.confirm)) mutate()
          }}
        >
          <Trash2 size={18} aria-hidden="true" />
          {isPending ? 'Suppression...' : 'Supprimer'}
        </Button>
      </td>
    </tr>
  )
}
