import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ActivityItem } from '#shared/contract/admin-security.ts'
import { formatMoment } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { Table } from '#web/ui/table.tsx'
import { listFailure } from './admin-texts.ts'
import { activityQuery } from './requests/fetch-activity.ts'

const columns = ['Admin', "Nombre d'actions", 'Première action', 'Dernière action', 'Statut']

/** How much each administrator did; whoever is no owner is flagged. */
export function ActivityTable() {
  const activity = useQuery(activityQuery)
  return (
    <Loadable of={activity} error={listFailure('Erreur inconnue')}>
      {(items) =>
        items.length === 0 ? (
          <p>Aucune activité suspecte détectée.</p>
        ) : (
          <Table caption="Activité des administrateurs" columns={columns}>
            {items.map((item) => (
              <ActivityLine key={item.adminEmail} item={item} />
            ))}
          </Table>
        )
      }
    </Loadable>
  )
}

function ActivityLine({ item }: { item: ActivityItem }) {
  const { adminEmail, actionCount, firstAction, lastAction, isLegitimateAdmin } = item
  return (
    <tr>
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
  )
}
