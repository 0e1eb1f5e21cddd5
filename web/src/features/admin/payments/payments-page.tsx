import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listPayments } from '#shared/contract/admin/payments.ts'
import { sumOf } from '#shared/domain/premium/ledger.ts'
import { type LedgerLine, ledgerKindLabels } from '#shared/entities/ledger-entry.ts'
import { routeKey } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { formatMoment } from '#web/lib/moments.ts'
import { moroccanToday } from '#web/lib/settings.ts'
import { Stack } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { CsvButton, readAll } from '../csv-export.tsx'
import { DayPair, RefreshButton, Tools } from '../list-parts.tsx'
import { BY_CARD, DELETED_ACCOUNT, numericDay, Payments } from './payment-list.tsx'
import { PendingRequests } from './pending-requests.tsx'

/** The ledger of a period: sums, each entry, and a file for the accountant. */
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
        date, en moins : la somme est l'argent que vous gardez.
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
