import { type PaymentLine, sumBy } from '#shared/domain/premium/payments.ts'
import { actorLabel } from '#shared/entities/audit-entry.ts'
import { formatMoment } from '#web/lib/format/moments.ts'
import { EmptyState } from '#web/ui/loadable.tsx'
import { dirhams } from '../admin-texts.ts'
import { type Column, DataTable } from '../data-list.tsx'
import { Address } from '../list-parts.tsx'

/** The actor that notes the payment when a card is redeemed. */
export const BY_CARD = actorLabel({ type: 'system' })

const columns: readonly Column<PaymentLine>[] = [
  { title: 'Compte', cell: ({ email }) => <Address>{email}</Address> },
  { title: 'Date', cell: ({ createdAt }) => formatMoment(createdAt) },
  { title: 'Moyen', cell: ({ means }) => means },
  { title: 'Référence', cell: ({ reference }) => reference },
  { title: 'Noté par', cell: ({ by }) => (by === BY_CARD ? 'Carte' : <Address>{by}</Address>) },
  { title: 'Montant', cell: ({ amount }) => dirhams(amount) },
]

/** Their sums, then each of them. */
export function Payments({ lines }: { lines: readonly PaymentLine[] }) {
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
