import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldBan, TriangleAlert } from 'lucide-react'
import { listActivity, listAudit, listBlocked } from '#shared/contract/admin/security.ts'
import type { ActivityItem, AuditItem } from '#shared/entities/audit-entry.ts'
import { api } from '#web/lib/api/api.ts'
import { invalidateRoutes } from '#web/lib/api/cache.ts'
import { call } from '#web/lib/api/call.ts'
import { formatMoment } from '#web/lib/format/moments.ts'
import { Badge } from '#web/ui/card.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { blockedCount, blockedQuery, blockedText } from '../blocked/blocked-query.ts'
import { CsvButton, type CsvExport } from '../csv-export.tsx'
import { type Column, DataList } from '../data-list.tsx'
import { Address, RefreshButton } from '../list-parts.tsx'
import { differencesText, targetLabel } from './audit-differences.ts'
import { type AuditFilters, AuditFiltersForm, useAuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import styles from './security-tab.module.css'

/** The work of each actor; those who are neither an owner nor the system are flagged. */
const columns: readonly Column<ActivityItem>[] = [
  { title: 'Admin', cell: ({ adminEmail }) => <Address>{adminEmail}</Address> },
  {
    title: "Nombre d'actions",
    phone: 'Actions : ',
    cell: ({ actionCount }) => actionCount.toLocaleString('fr-FR'),
  },
  { title: 'Première action', phone: 'Du ', cell: ({ firstAction }) => formatMoment(firstAction) },
  { title: 'Dernière action', phone: 'Au ', cell: ({ lastAction }) => formatMoment(lastAction) },
  {
    title: 'Statut',
    cell: ({ isLegitimateAdmin }) => (
      <Row>
        {isLegitimateAdmin ? (
          <Badge tone="success">Légitime</Badge>
        ) : (
          <Badge tone="danger">
            <TriangleAlert size={14} aria-hidden="true" />
            INTRUS
          </Badge>
        )}
      </Row>
    ),
  },
]

export function SecurityTab() {
  const client = useQueryClient()
  const activity = useQuery(api(listActivity).queryOptions({}))
  const filters = useAuditFilters()
  const audit = useInfiniteQuery({
    ...api(listAudit).infiniteQueryOptions({ query: filters }),
    placeholderData: keepPreviousData,
  })
  const blocked = useInfiniteQuery({ ...blockedQuery, select: blockedCount })
  const intruders = activity.data?.items.filter((item) => !item.isLegitimateAdmin) ?? []
  return (
    <Stack>
      <Row>
        <h2>Audit & Sécurité</h2>
        {blocked.data !== undefined && (
          <Badge tone="danger">
            <ShieldBan size={14} aria-hidden="true" />
            {blockedText(blocked.data)}
          </Badge>
        )}
      </Row>
      <p>Les utilisateurs bloqués sont masqués de la liste principale et ne peuvent plus se connecter.</p>
      <Row>
        <RefreshButton
          of={{
            isFetching: activity.isFetching || audit.isFetching || blocked.isFetching,
            refetch: () => invalidateRoutes(client, [listActivity, listAudit, listBlocked]),
          }}
        />
        <CsvButton label="Exporter le journal (CSV)" of={auditCsv(filters)} />
      </Row>
      {/* Both tables appear at once, so that neither pushes the other down. */}
      {activity.isPending || audit.isPending ? (
        <Spinner />
      ) : (
        <>
          <h3>Activité suspecte</h3>
          <DataList
            of={activity}
            error="Erreur lors du chargement de l'activité"
            keyBy="adminEmail"
            empty="Aucune activité suspecte détectée."
            table={{
              caption: 'Activité des administrateurs',
              columns,
              rowClass: ({ isLegitimateAdmin }) => (isLegitimateAdmin ? undefined : styles.flagged),
              compact: true,
            }}
          />
          <h3>Journal d'audit</h3>
          <AuditFiltersForm
            filters={filters}
            actors={activity.data?.items.map(({ adminEmail }) => adminEmail) ?? []}
          />
          <AuditTable
            of={audit}
            intruders={new Set(intruders.map(({ adminEmail }) => adminEmail))}
            isFiltered={Object.keys(filters).length > 0}
          />
        </>
      )}
    </Stack>
  )
}

/**
 * Returns the log that the filters select as a file, newest lines first; a hundred requests are enough for one export.
 */
const auditCsv = (filters: AuditFilters): CsvExport<AuditItem> => ({
  name: 'journal-audit',
  limit: 10_000,
  readPage: (cursor) => call(listAudit, { query: { ...filters, limit: 100, ...(cursor && { cursor }) } }),
  columns: [
    ['Date/Heure', ({ createdAt }) => formatMoment(createdAt)],
    ['Admin', ({ adminEmail }) => adminEmail],
    ['Action', ({ actionType }) => actionType],
    ['Cible', targetLabel],
    ['Détails', differencesText],
  ],
})
