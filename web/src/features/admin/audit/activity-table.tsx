import type { UseQueryResult } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ActivityItem } from '#shared/entities/audit-entry.ts'
import { formatMoment } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/card.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { Table } from '#web/ui/table.tsx'
import { listFailure } from '../admin-texts.ts'
import styles from './flagged-row.module.css'

const columns = ['Admin', "Nombre d'actions", 'Première action', 'Dernière action', 'Statut']
const failure = listFailure("Erreur lors du chargement de l'activité")

/** How much each administrator did; whoever is no owner is flagged. */
export function ActivityTable({ of }: { of: UseQueryResult<ActivityItem[]> }) {
  return (
    <Loadable of={of} error={failure}>
      {(items) =>
        items.length === 0 ? (
          <EmptyState>Aucune activité suspecte détectée.</EmptyState>
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
    <tr className={isLegitimateAdmin ? undefined : styles.flagged}>
      <th scope="row">{adminEmail}</th>
      <td data-label="Nombre d'actions">{actionCount.toLocaleString('fr-FR')}</td>
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
