import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { cancelPayment, listPaymentRequests, listPayments } from '#shared/contract/admin/payments.ts'
import { chainId, sumBy, sumOf } from '#shared/domain/premium/ledger.ts'
import { actorLabel } from '#shared/entities/audit-entry.ts'
import { type LedgerLine, ledgerKindLabels } from '#shared/entities/ledger-entry.ts'
import { paymentRequestNumber } from '#shared/entities/payment-request.ts'
import { accountPath, counted, dirhams } from '#web/features/admin/admin-texts.ts'
import { ConfirmAction } from '#web/features/admin/confirm-action.tsx'
import { CsvButton, readAll } from '#web/features/admin/csv-export.tsx'
import { type Column, DataTable } from '#web/features/admin/data-list.tsx'
import styles from '#web/features/admin/list-parts.module.css'
import { Address, DayPair, RefreshButton, Tools } from '#web/features/admin/list-parts.tsx'
import { api, routeKey } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { formatMoment } from '#web/lib/moments.ts'
import { moroccanToday } from '#web/lib/settings.ts'
import { Badge, Stack } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/field.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'

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
        Chaque somme reçue ou rendue, et les cartes activées. Un remboursement ou une annulation figure à sa
        date, en moins&nbsp;: la somme est l'argent que vous gardez.
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
        <CsvButton<CsvLine>
          label="Exporter (CSV)"
          of={{
            name: `paiements-${from}-${to}`,
            readPage: async () => {
              const lines = await readPayments({ from, to })
              return { items: [...lines, { amount: sumOf(lines) }], nextCursor: null }
            },
            columns: [
              ['Reçu le', ({ receivedOn }) => (receivedOn === undefined ? 'Somme' : numericDay(receivedOn))],
              ['nature', ({ kind }) => (kind === undefined ? '' : ledgerKindLabels[kind])],
              ['Compte', ({ email }) => accountText(email)],
              ['Montant (DH)', ({ amount }) => amount.toLocaleString('fr-FR', { useGrouping: false })],
              ['Moyen de paiement', ({ means = '' }) => means],
              ['Référence', ({ reference = '' }) => reference],
              ['Lieu de vente', ({ label = '' }) => label],
              ['Noté par', ({ by = '' }) => (by === BY_CARD ? 'Carte' : by)],
              ['Noté le', ({ createdAt }) => (createdAt === undefined ? '' : formatMoment(createdAt))],
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

/** A line of the file: an entry, or the sum at its end, which has nothing but an amount. */
type CsvLine = Partial<LedgerLine> & Pick<LedgerLine, 'amount'>

const accountText = (email: string | null | undefined) => (email === null ? DELETED_ACCOUNT : (email ?? ''))

/** Reads every entry of a period, so that its sums are complete. */
function readPayments(period: { from: string; to: string }): Promise<LedgerLine[]> {
  return readAll((cursor) => call(listPayments, { query: { ...period, limit: 100, cursor } }))
}

/** The actor that notes the payment when a card is redeemed. */
const BY_CARD = actorLabel({ type: 'system' })

/** '10/07/2026' for a calendar date YYYY-MM-DD, which a French spreadsheet reads as a day. */
const numericDay = (day: string) => day.split('-').toReversed().join('/')

const monthOf = (month: string) =>
  new Date(month).toLocaleDateString('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const DELETED_ACCOUNT = 'compte supprimé'

type ShownLine = LedgerLine & { isOpen: boolean }

const columns: readonly Column<ShownLine>[] = [
  { title: 'Compte', cell: ({ email }) => <Account email={email} /> },
  {
    title: 'Montant',
    cell: ({ amount, kind }) => (
      <>
        <strong>{dirhams(amount)}</strong> <Badge tone={TONES[kind]}>{ledgerKindLabels[kind]}</Badge>
      </>
    ),
  },
  { title: 'Reçu le', cell: ({ receivedOn }) => numericDay(receivedOn) },
  {
    title: 'Moyen et référence',
    className: styles.anywhere,
    cell: (line) => (
      <>
        {line.means}
        {line.reference && ' · '}
        <Reference line={line} />
      </>
    ),
  },
  { title: 'Noté par', cell: ({ by }) => (by === BY_CARD ? 'Carte' : <Address>{by}</Address>) },
  {
    title: 'Actions',
    cell: (line, isBusy) => line.isOpen && <Cancellation line={line} isBusy={isBusy} />,
  },
]

const TONES = { payment: 'success', refund: 'danger', cancelled: 'neutral' } as const

function Payments({ lines }: { lines: readonly LedgerLine[] }) {
  if (lines.length === 0) return <EmptyState>Aucun paiement pendant cette période.</EmptyState>
  return (
    <>
      <p role="status">
        <strong>{dirhams(sumOf(lines))}</strong> en tout.
      </p>
      <Sums title="Par moyen de paiement" sums={sumBy(lines, ({ means }) => means)} />
      <Sums title="Par lieu de vente des cartes" sums={sumBy(lines, ({ label }) => label)} />
      <Sums title="Par mois" sums={sumsByMonth(lines)} />
      <h3>Chaque paiement</h3>
      <DataTable caption="Paiements" columns={columns} items={withOpen(lines)} keyBy="id" compact />
    </>
  )
}

/** The newest month first, as the lines themselves. */
function sumsByMonth(lines: readonly LedgerLine[]): Sum[] {
  return sumBy(lines, ({ receivedOn }) => receivedOn.slice(0, 7))
    .toSorted((one, other) => other.name.localeCompare(one.name))
    .map(({ name, sum }) => ({ name: monthOf(name), sum }))
}

/** A payment whose money is held can be cancelled, and a refund that nothing has followed in this period. */
function withOpen(lines: readonly LedgerLine[]): ShownLine[] {
  const reversals = new Map<string, number>()
  for (const { of } of lines) if (of !== null) reversals.set(of, (reversals.get(of) ?? 0) + 1)
  const isOpen = ({ id, kind, of }: LedgerLine) => {
    const count = reversals.get(of ?? id) ?? 0
    if (kind === 'payment') return count % 2 === 0
    return kind === 'refund' && id === chainId(of ?? id, count)
  }
  return lines.map((line) => ({ ...line, isOpen: isOpen(line) }))
}

function Account({ email }: Pick<LedgerLine, 'email'>) {
  if (email === null) return DELETED_ACCOUNT
  return (
    <Link to={accountPath(email)} className={styles.target}>
      <Address>{email}</Address>
    </Link>
  )
}

function Reference({ line: { reference, requestId, serial } }: { line: LedgerLine }) {
  const request = requestId && { search: paymentRequestNumber(requestId), status: 'approved' }
  const to = request
    ? `/admin/demandes?${new URLSearchParams(request)}`
    : serial && `/admin/codes?${new URLSearchParams({ q: serial })}`
  if (!to) return reference
  return (
    <Link to={to} className={styles.target}>
      {reference}
    </Link>
  )
}

function Cancellation({ line: { id, amount, email }, isBusy }: { line: LedgerLine; isBusy: boolean }) {
  return (
    <ConfirmAction
      route={cancelPayment}
      input={{ params: { id } }}
      done="Paiement annulé"
      failed="Le paiement n'a pas pu être annulé"
      variant="quiet"
      disabled={isBusy}
      title="Annuler cette ligne"
      confirm="Annuler la ligne"
      cancel="Fermer"
      question={
        <p>
          {dirhams(amount)}, {email ?? DELETED_ACCOUNT}&nbsp;: une ligne d'annulation sera ajoutée. L'accès du
          compte ne change pas.
        </p>
      }
    >
      Annuler
    </ConfirmAction>
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

function PendingRequests() {
  const requests = useInfiniteQuery(api(listPaymentRequests).infiniteQueryOptions({ query: { limit: 1 } }))
  const total = requests.data?.pages[0]?.total ?? 0
  if (total === 0) return null
  return (
    <p>
      <Link to="/admin/demandes">{counted(total, 'demande')} en attente</Link>, qui ne{' '}
      {total === 1 ? 'figure' : 'figurent'} pas dans ces sommes.
    </p>
  )
}
