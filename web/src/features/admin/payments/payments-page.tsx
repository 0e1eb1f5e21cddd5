import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { listPayments } from '#shared/contract/admin/payments.ts'
import { type PaymentLine, sumBy } from '#shared/domain/premium/payments.ts'
import { actorLabel } from '#shared/entities/audit-entry.ts'
import { routeKey } from '#web/lib/api/cache.ts'
import { call } from '#web/lib/api/call.ts'
import { formatMoment } from '#web/lib/format/moments.ts'
import { moroccanToday } from '#web/lib/settings.ts'
import { TextField } from '#web/ui/field.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { Tools } from '#web/ui/tools.tsx'
import { counted, dirhams } from '../admin-texts.ts'
import { CsvButton, readAll } from '../csv-export.tsx'
import { type Column, DataTable } from '../data-list.tsx'
import { Address, DayPair, RefreshButton } from '../list-parts.tsx'
import { pendingRequestsQuery, requestTotal } from './pending-requests.ts'

/** The actor that notes the payment when a card is redeemed. */
const BY_CARD = actorLabel({ type: 'system' })

const columns: readonly Column<PaymentLine>[] = [
  { title: 'Compte', cell: ({ email }) => <Address>{email}</Address> },
  { title: 'Date', cell: ({ createdAt }) => formatMoment(createdAt) },
  { title: 'Moyen', cell: ({ means }) => means },
  { title: 'Référence', cell: ({ reference }) => reference },
  { title: 'Noté par', cell: ({ by }) => (by === BY_CARD ? 'Carte' : <Address>{by}</Address>) },
  { title: 'Montant', cell: ({ amount }) => dirhams(amount) },
]

/** The payments for Premium in a period: sums, each payment, and a file for the accountant. */
export function PaymentsPage() {
  const [today] = useState(() => moroccanToday())
  const [from, setFrom] = useState(`${today.slice(0, 7)}-01`)
  const [to, setTo] = useState(today)
  const isPeriod = from !== '' && to !== '' && from <= to
  const payments = useQuery({
    queryKey: [...routeKey(listPayments), from, to],
    queryFn: () => readPayments({ from, to }),
    enabled: isPeriod,
    placeholderData: keepPreviousData,
  })
  return (
    <Stack>
      <h2>Paiements</h2>
      <p>
        Ce que vous avez noté pour chaque compte, et les cartes activées. Une correction figure à sa date, en
        plus ou en moins.
      </p>
      <PendingRequests />
      <Tools>
        <DayPair>
          <TextField
            label="Du"
            type="date"
            value={from}
            max={to}
            onChange={({ target }) => setFrom(target.value)}
            error={isPeriod ? undefined : 'Choisissez deux jours, le premier avant le second'}
          />
          <TextField
            label="Au"
            type="date"
            value={to}
            min={from}
            onChange={({ target }) => setTo(target.value)}
          />
        </DayPair>
        <RefreshButton of={payments} />
        <CsvButton
          label="Exporter (CSV)"
          of={{
            name: `paiements-${from}-${to}`,
            readPage: async () => ({ items: await readPayments({ from, to }), nextCursor: null }),
            columns: [
              ['Date', ({ createdAt }) => formatMoment(createdAt)],
              ['Compte', ({ email }) => email],
              ['Montant (DH)', ({ amount }) => amount.toLocaleString('fr-FR', { useGrouping: false })],
              ['Moyen de paiement', ({ means }) => means],
              ['Référence', ({ reference }) => reference],
              ['Lieu de vente', ({ label }) => label],
              ['Noté par', ({ by }) => (by === BY_CARD ? 'Carte' : by)],
            ],
          }}
        />
      </Tools>
      <Loadable of={payments} error="Erreur lors du chargement des paiements">
        {(lines) => <Payments lines={lines} />}
      </Loadable>
    </Stack>
  )
}

/** Links the payments that no owner has decided about, which are not in the sums. Nothing where there are none. */
function PendingRequests() {
  const { data: total = 0 } = useInfiniteQuery({ ...pendingRequestsQuery, select: requestTotal })
  if (total === 0) return null
  return (
    <p>
      <Link to="/admin/demandes">{counted(total, 'demande')} en attente</Link>, qui ne{' '}
      {total === 1 ? 'figure' : 'figurent'} pas dans ces sommes.
    </p>
  )
}

/** Reads every payment of a period, so that its sums are complete. */
function readPayments(period: { from: string; to: string }): Promise<PaymentLine[]> {
  return readAll((cursor) => call(listPayments, { query: { ...period, limit: 100, cursor } }))
}

function Payments({ lines }: { lines: readonly PaymentLine[] }) {
  if (lines.length === 0) return <EmptyState>Aucun paiement pendant cette période.</EmptyState>
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <>
      <p role="status">
        <strong>{dirhams(total)}</strong> en tout.
      </p>
      <Sums title="Par moyen de paiement" sums={sumBy(lines, 'means')} />
      <Sums title="Par lieu de vente des cartes" sums={sumBy(lines, 'label')} />
      <h3>Chaque paiement</h3>
      <DataTable caption="Paiements" columns={columns} items={lines} keyBy="id" compact />
    </>
  )
}

type Sum = { name: string; sum: number }

const sumColumns: readonly Column<Sum>[] = [
  { title: 'Nom', cell: ({ name }) => name },
  { title: 'Somme', cell: ({ sum }) => dirhams(sum) },
]

function Sums({ title, sums }: { title: string; sums: readonly Sum[] }) {
  if (sums.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <DataTable caption={title} columns={sumColumns} items={sums} keyBy="name" compact />
    </>
  )
}
