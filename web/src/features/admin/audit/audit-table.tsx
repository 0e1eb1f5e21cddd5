import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import type { listAudit } from '#shared/contract/admin/security.ts'
import type { Parsed } from '#shared/contract/define-route.ts'
import type { AuditItem } from '#shared/entities/audit-entry.ts'
import { formatMoment } from '#web/lib/moments.ts'
import { Badge, classNames } from '#web/ui/card.tsx'
import { type Column, DataList } from '../data-list.tsx'
import { Address } from '../list-parts.tsx'
import { actionLabel, type Difference, listDifferences, targetLabel } from './audit-differences.ts'
import styles from './security-tab.module.css'

type AuditTableProps = {
  of: UseInfiniteQueryResult<InfiniteData<Parsed<typeof listAudit.response>>>
  /** Actors who are neither an owner nor the system. */
  intruders: readonly string[]
  isFiltered: boolean
}

export function AuditTable({ of, intruders, isFiltered }: AuditTableProps) {
  const isFlagged = ({ adminEmail, actionType }: AuditItem) =>
    intruders.includes(adminEmail) || actionType === 'REFUSED_ATTEMPT'
  return (
    <DataList
      of={of}
      error="Erreur lors du chargement du journal d'audit"
      keyBy="id"
      empty={emptyText(isFiltered, of.hasNextPage)}
      table={{
        caption: "Journal d'audit",
        columns: columnsWith(isFlagged),
        head: null,
        rowClass: (item) => classNames(styles.entry, isFlagged(item) && styles.flagged),
        inline: true,
      }}
    />
  )
}

function columnsWith(isFlagged: (item: AuditItem) => boolean): readonly Column<AuditItem>[] {
  return [
    { title: 'Date/Heure', className: styles.moment, cell: ({ createdAt }) => formatMoment(createdAt) },
    {
      title: 'Admin',
      className: styles.address,
      cell: (item) => (
        <span>
          {isFlagged(item) && (
            <>
              <TriangleAlert size={16} aria-hidden="true" className={styles.mark} />
              <span className="visually-hidden">INTRUS&nbsp;: </span>
            </>
          )}
          <Address>{item.adminEmail}</Address>
        </span>
      ),
    },
    {
      title: 'Action',
      cell: ({ actionType }) => (
        <span className={styles.action}>
          <Badge tone={actionTone(actionType)}>{actionType}</Badge>
          {actionLabel(actionType)}
        </span>
      ),
    },
    {
      title: 'Cible',
      className: styles.address,
      cell: (item) => <TargetLink target={item.targetEmail}>{targetLabel(item)}</TargetLink>,
    },
    { title: 'Détails', cell: (item) => <Differences item={item} /> },
  ]
}

/** The server stops reading a very long log before its end. */
function emptyText(isFiltered: boolean, hasMore: boolean): string {
  if (hasMore) return 'Rien trouvé dans la partie récente du journal. La suite reste à lire.'
  return isFiltered ? 'Aucune entrée ne correspond à ces filtres.' : "Aucun log d'audit trouvé."
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

function DifferenceList({ of: differences }: { of: readonly Difference[] }) {
  const changed = differences.filter(({ before, after }) => before !== null && after !== null)
  return (
    <div className={styles.differences}>
      {changed.map(({ label, before, after }) => (
        <p key={label}>
          <strong>{label}</strong>
          <span className={styles.values}>
            <span>
              <span className={styles.side}>Avant&nbsp;:</span> {before}
            </span>
            <span>
              <span className={styles.side}>Après&nbsp;:</span> {after}
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
      <p className={styles.side}>{label}&nbsp;:</p>
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

function TargetLink({ target, children }: { target: string; children: string }) {
  const params = new URLSearchParams(useSearchParams()[0])
  params.set('target', target)
  return (
    <Link to={{ search: params.toString() }} className={styles.target}>
      <Address>{children}</Address>
    </Link>
  )
}
