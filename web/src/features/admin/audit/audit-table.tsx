import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { AuditItem } from '#shared/entities/audit-entry.ts'
import { formatMoment } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { Table } from '#web/ui/table.tsx'
import { listFailure } from '../admin-texts.ts'
import { LoadMore } from '../list-parts.tsx'
import styles from './audit-table.module.css'
import { actionWords } from './audit-words.ts'
import { DifferenceList } from './difference-list.tsx'
import flagged from './flagged-row.module.css'

type AuditPage = { items: AuditItem[]; nextCursor: string | null }

const columns = ['Date/Heure', 'Admin', 'Action', 'Cible', 'Détails']
const failure = listFailure("Erreur lors du chargement du journal d'audit")

/** Everything that administrators changed, newest first. */
export function AuditTable({ of }: { of: UseInfiniteQueryResult<InfiniteData<AuditPage>> }) {
  return (
    <Loadable of={of} error={failure}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        if (items.length === 0) return <EmptyState>Aucun log d'audit trouvé.</EmptyState>
        return (
          <>
            <Table caption="Journal d'audit" columns={columns}>
              {items.map((item) => (
                <AuditLine key={item.id} item={item} />
              ))}
            </Table>
            <LoadMore of={of} error={failure} />
          </>
        )
      }}
    </Loadable>
  )
}

function AuditLine({ item }: { item: AuditItem }) {
  const { createdAt, adminEmail, actionType, targetEmail } = item
  const isRefused = actionType === 'REFUSED_ATTEMPT'
  const words = actionWords(actionType)
  return (
    <tr className={classNames(styles.line, isRefused && flagged.flagged)}>
      <td data-label="Date/Heure" className={styles.moment}>
        {formatMoment(createdAt)}
      </td>
      <td data-label="Admin" className={styles.text}>
        {adminEmail}
      </td>
      <td data-label="Action">
        <span className={styles.action}>
          <Badge tone={toneOf(actionType)}>
            {isRefused && <TriangleAlert size={14} aria-hidden="true" />}
            {actionType}
          </Badge>
          {words}
        </span>
      </td>
      <td data-label="Cible" className={styles.text}>
        {targetEmail}
      </td>
      <td data-label="Détails">
        <DifferenceList item={item} />
      </td>
    </tr>
  )
}

function toneOf(action: string) {
  if (action.includes('DELETE') || action.includes('REFUSED')) return 'danger'
  if (action.includes('CREATE')) return 'success'
  return action.includes('UPDATE') ? 'hue' : 'neutral'
}
