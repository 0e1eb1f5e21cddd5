import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { listAudit } from '#shared/contract/admin/security.ts'
import type { Parsed } from '#shared/contract/route.ts'
import type { AuditItem } from '#shared/entities/audit-entry.ts'
import { formatMoment } from '#web/lib/format/moments.ts'
import { Badge } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { Table } from '#web/ui/table.tsx'
import { Address, LoadMore } from '../list-parts.tsx'
import { actionLabel, type Difference, listDifferences, targetLabel } from './audit-differences.ts'
import { TargetLink } from './audit-filters.tsx'
import styles from './security-tab.module.css'

type AuditTableProps = {
  of: UseInfiniteQueryResult<InfiniteData<Parsed<typeof listAudit.response>>>
  /** Actors who are neither an owner nor the system. */
  intruders: ReadonlySet<string>
  isFiltered: boolean
}

const columns = ['Date/Heure', 'Admin', 'Action', 'Cible', 'Détails']
const FAILED = "Erreur lors du chargement du journal d'audit"

/** Lists all changes by administrators, newest first; rows of intruders are flagged. */
export function AuditTable({ of, intruders, isFiltered }: AuditTableProps) {
  return (
    <Loadable of={of} error={FAILED}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        return (
          <>
            {items.length === 0 ? (
              <EmptyState>{emptyText(isFiltered, of.hasNextPage)}</EmptyState>
            ) : (
              <Table caption="Journal d'audit" columns={columns} inline>
                {items.map((item) => (
                  <AuditRow
                    key={item.id}
                    item={item}
                    isFlagged={intruders.has(item.adminEmail) || item.actionType === 'REFUSED_ATTEMPT'}
                  />
                ))}
              </Table>
            )}
            <LoadMore of={of} error={FAILED} />
          </>
        )
      }}
    </Loadable>
  )
}

/** The server stops reading a very long log before its end. */
function emptyText(isFiltered: boolean, hasMore: boolean): string {
  if (hasMore) return 'Rien trouvé dans la partie récente du journal. La suite reste à lire.'
  return isFiltered ? 'Aucune entrée ne correspond à ces filtres.' : "Aucun log d'audit trouvé."
}

function AuditRow({ item, isFlagged }: { item: AuditItem; isFlagged: boolean }) {
  const { createdAt, adminEmail, actionType } = item
  return (
    <tr className={classNames(styles.entry, isFlagged && styles.flagged)}>
      <td data-label="Date/Heure" className={styles.moment}>
        {formatMoment(createdAt)}
      </td>
      <td data-label="Admin" className={styles.address}>
        <span>
          {isFlagged && (
            <>
              <TriangleAlert size={16} aria-hidden="true" className={styles.mark} />
              <span className="visually-hidden">INTRUS : </span>
            </>
          )}
          <Address>{adminEmail}</Address>
        </span>
      </td>
      <td data-label="Action">
        <span className={styles.action}>
          <Badge tone={actionTone(actionType)}>{actionType}</Badge>
          {actionLabel(actionType)}
        </span>
      </td>
      <td data-label="Cible" className={styles.address}>
        <TargetLink target={item.targetEmail}>{targetLabel(item)}</TargetLink>
      </td>
      <td data-label="Détails">
        <Differences item={item} />
      </td>
    </tr>
  )
}

function actionTone(action: string) {
  if (action.includes('DELETE') || action.includes('REFUSED')) return 'danger'
  if (action.includes('CREATE')) return 'success'
  return action.includes('UPDATE') ? 'hue' : 'neutral'
}

/** An entry with more differences, such as an import, shows them on request. */
const MANY = 12

function Differences({ item }: { item: AuditItem }) {
  const differences = listDifferences(item)
  if (differences.length === 0) return <span aria-hidden="true">-</span>
  if (differences.length <= MANY) return <DifferenceList of={differences} />
  return (
    <details>
      <summary>{differences.length} valeurs modifiées</summary>
      <DifferenceList of={differences} />
    </details>
  )
}

/** The changes of an entry: the fields with both values, then the removed ones and the added ones. */
function DifferenceList({ of: differences }: { of: readonly Difference[] }) {
  const changed = differences.filter(({ before, after }) => before !== null && after !== null)
  return (
    <div className={styles.differences}>
      {changed.map(({ label, before, after }) => (
        <p key={label}>
          <strong>{label}</strong>
          <span className={styles.values}>
            <span>
              <span className={styles.side}>Avant :</span> {before}
            </span>
            <span>
              <span className={styles.side}>Après :</span> {after}
            </span>
          </span>
        </p>
      ))}
      <OneSide label="Avant" of={differences.filter(({ after }) => after === null)} side="before" />
      <OneSide label="Après" of={differences.filter(({ before }) => before === null)} side="after" />
    </div>
  )
}

type OneSideProps = { label: string; of: readonly Difference[]; side: 'before' | 'after' }

function OneSide({ label, of, side }: OneSideProps) {
  if (of.length === 0) return null
  return (
    <div>
      <p className={styles.side}>{label} :</p>
      <ul>
        {of.map((difference) => (
          <li key={difference.label}>
            <strong>{difference.label}</strong> {difference[side]}
          </li>
        ))}
      </ul>
    </div>
  )
}
