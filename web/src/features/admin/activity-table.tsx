import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { formatMoment } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Table } from '#web/ui/table.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { activityQuery } from './requests/fetch-activity.ts'

const columns = ['Admin', "Nombre d'actions", 'Première action', 'Dernière action', 'Statut']

/** How much each administrator did; whoever is no owner is flagged. */
export function ActivityTable() {
  const { data, error, isFetching, refetch } = useQuery(activityQuery)
  if (data?.length === 0) return <p>Aucune activité suspecte détectée.</p>
  if (data)
    return (
      <Table caption="Activité des administrateurs" columns={columns}>
        {data.map(({ adminEmail, actionCount, firstAction, lastAction, isLegitimateAdmin }) => (
          <tr key={adminEmail}>
            <th scope="row">{adminEmail}</th>
            <td data-label="Nombre d'actions">{actionCount}</td>
            <td data-label="Première action">{formatMoment(firstAction)}</td>
            <td data-label="Dernière action">{formatMoment(lastAction)}</td>
            <td data-label="Statut">
              {isLegitimateAdmin ? (
                <Badge tone="success">Légitime</Badge>
              ) : (
                <Badge tone="danger">
                  <TriangleAlert size={14} aria-hidden="true" />
                  INTRUS
                </Badge>
              )}
            </td>
          </tr>
        ))}
      </Table>
    )
  if (error && !isFetching)
    return <NotLoaded error={error} fallback="Erreur inconnue" onRetry={() => void refetch()} />
  return <Spinner />
}
