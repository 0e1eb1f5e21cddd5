import { useQuery } from '@tanstack/react-query'
import { Spinner } from '#web/ui/spinner.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { resourcesQuery } from './requests/fetch-resources.ts'

const columns = ['Chapitre', 'Type', 'Filière', 'Année', 'Session']

/** The resources of the chapters. */
export function ResourcesTab() {
  const { data, error, isFetching, refetch } = useQuery(resourcesQuery)
  return (
    <Stack>
      <h2>Ressources{data && ` (${data.length})`}</h2>
      {!data && isFetching && <Spinner />}
      {!isFetching && error && (
        <NotLoaded
          error={error}
          fallback="Erreur lors du chargement des ressources"
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <Table caption="Ressources" columns={columns}>
          {data.map(({ id, chapter, type, track, year, session }) => (
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
    </Stack>
  )
}
