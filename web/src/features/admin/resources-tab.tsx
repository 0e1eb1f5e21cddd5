import { useQuery } from '@tanstack/react-query'
import { Loadable } from '#web/ui/loadable.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import { listFailure } from './admin-texts.ts'
import { resourcesQuery } from './requests/fetch-resources.ts'

const columns = ['Chapitre', 'Type', 'Filière', 'Année', 'Session']

/** The resources of the chapters. */
export function ResourcesTab() {
  const resources = useQuery(resourcesQuery)
  return (
    <Stack>
      <h2>Ressources{resources.data && ` (${resources.data.length})`}</h2>
      <Loadable of={resources} error={listFailure('Erreur lors du chargement des ressources')}>
        {(items) => (
          <Table caption="Ressources" columns={columns}>
            {items.map(({ id, chapter, type, track, year, session }) => (
              <tr key={id}>
                <th scope="row">{chapter}</th>
                <td data-label="Type">{type === 'pdf' ? 'PDF' : 'Vidéo'}</td>
                <td data-label="Filière">{track}</td>
                <td data-label="Année">{year}</td>
                <td data-label="Session">{session}</td>
              </tr>
            ))}
          </Table>
        )}
      </Loadable>
    </Stack>
  )
}
