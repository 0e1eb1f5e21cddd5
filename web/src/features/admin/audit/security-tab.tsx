import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldBan, TriangleAlert } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import { listActivity, listAudit, listBlocked } from '#shared/contract/admin/security.ts'
import { type ActivityItem, type AuditItem, auditActionLabels } from '#shared/entities/audit-entry.ts'
import { Day } from '#shared/entities/fields.ts'
import { blockedCount, blockedQuery, blockedText } from '#web/features/admin/blocked/blocked-query.ts'
import { CsvButton, type CsvExport } from '#web/features/admin/csv-export.tsx'
import { type Column, DataList, useList } from '#web/features/admin/data-list.tsx'
import { Address, DayPair, RefreshButton, Tools } from '#web/features/admin/list-parts.tsx'
import { api, invalidateRoutes } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { formatMoment } from '#web/lib/moments.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Badge, Row, Stack } from '#web/ui/card.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/status.tsx'
import { differencesText, targetLabel } from './audit-differences.ts'
import { AuditTable } from './audit-table.tsx'
import styles from './security-tab.module.css'

const columns: readonly Column<ActivityItem>[] = [
  { title: 'Admin', cell: ({ adminEmail }) => <Address>{adminEmail}</Address> },
  {
    title: "Nombre d'actions",
    phone: 'Actions\u00a0: ',
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
  const filters = readFilters(useSearchParams()[0])
  const audit = useList(listAudit, { query: filters })
  const blocked = useInfiniteQuery({ ...blockedQuery, select: blockedCount })
  const actors = activity.data?.items ?? []
  const intruders = actors.filter((item) => !item.isLegitimateAdmin).map(({ adminEmail }) => adminEmail)
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
          <AuditFiltersForm filters={filters} actors={actors.map(({ adminEmail }) => adminEmail)} />
          <AuditTable of={audit} intruders={intruders} isFiltered={Object.keys(filters).length > 0} />
        </>
      )}
    </Stack>
  )
}

/** Newest lines first; a hundred requests are enough for one export. */
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

const FILTERS = ['actor', 'action', 'target', 'from', 'to'] as const
const MAX_LENGTH = 254

type AuditFilters = Partial<Record<(typeof FILTERS)[number], string>>

/** The filters are kept in the address, so that they survive a reload, a bookmark and the back button. */
function readFilters(fields: URLSearchParams | FormData): AuditFilters {
  const given = FILTERS.map((name) => {
    const text = fields.get(name)
    return [name, typeof text === 'string' ? text.trim().slice(0, MAX_LENGTH) : ''] as const
  })
  return Object.fromEntries(given.filter(([name, text]) => text !== '' && (!isTime(name) || v.is(Day, text))))
}

const isTime = (name: string) => name === 'from' || name === 'to'

function AuditFiltersForm({ filters, actors }: { filters: AuditFilters; actors: readonly string[] }) {
  const [, setParams] = useSearchParams()
  const { actor, action, target, from, to } = filters
  return (
    <form
      aria-label="Filtres du journal"
      key={JSON.stringify(filters)}
      onSubmit={(event) => {
        event.preventDefault()
        setParams(readFilters(new FormData(event.currentTarget)))
      }}
    >
      <Tools>
        <TextField
          label="Cible"
          name="target"
          type="search"
          autoComplete="off"
          maxLength={MAX_LENGTH}
          defaultValue={target}
          placeholder="Adresse e-mail complète, ou identifiant"
        />
        <SelectField
          label="Admin"
          name="actor"
          defaultValue={actor ?? ''}
          choices={withCurrent(actors, actor)}
        >
          <option value="">Tous</option>
        </SelectField>
        <SelectField
          label="Action"
          name="action"
          defaultValue={action ?? ''}
          choices={
            action === undefined || Object.hasOwn(auditActionLabels, action)
              ? auditActionLabels
              : { [action]: action, ...auditActionLabels }
          }
        >
          <option value="">Toutes</option>
        </SelectField>
        <DayPair>
          <TextField label="Du" name="from" type="date" defaultValue={from} />
          <TextField label="Au" name="to" type="date" defaultValue={to} />
        </DayPair>
        <Button type="submit" variant="secondary">
          Filtrer
        </Button>
        {Object.keys(filters).length > 0 && (
          <ButtonLink to={{ search: '' }} variant="quiet">
            Effacer les filtres
          </ButtonLink>
        )}
      </Tools>
    </form>
  )
}

/** An address may name a choice that does not exist, or no longer exists. */
function withCurrent(choices: readonly string[], current: string | undefined): readonly string[] {
  return current === undefined || choices.includes(current) ? choices : [current, ...choices]
}
