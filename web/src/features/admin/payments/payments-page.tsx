import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listPayments } from '#shared/contract/admin/payments.ts'
import type { PaymentLine } from '#shared/domain/premium/payments.ts'
import { routeKey } from '#web/lib/api/cache.ts'
import { call } from '#web/lib/api/call.ts'
import { formatMoment } from '#web/lib/format/moments.ts'
import { moroccanToday } from '#web/lib/settings.ts'
import { TextField } from '#web/ui/field.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { CsvButton, readAll } from '../csv-export.tsx'
import { DayPair, RefreshButton, Tools } from '../list-parts.tsx'
import { BY_CARD, Payments } from './payment-list.tsx'
import { PendingRequests } from './pending-requests.tsx'

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

/** Reads every payment of a period, so that its sums are complete. */
function readPayments(period: { from: string; to: string }): Promise<PaymentLine[]> {
  return readAll((cursor) => call(listPayments, { query: { ...period, limit: 100, cursor } }))
}
