import { Link } from 'react-router-dom'
import { cancelPayment } from '#shared/contract/admin/payments.ts'
import { chainId, sumBy, sumOf } from '#shared/domain/premium/ledger.ts'
import { actorLabel } from '#shared/entities/audit-entry.ts'
import { type LedgerLine, ledgerKindLabels } from '#shared/entities/ledger-entry.ts'
import { paymentRequestNumber } from '#shared/entities/payment-request.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Badge } from '#web/ui/card.tsx'
import { ConfirmButton } from '#web/ui/dialog-button.tsx'
import { EmptyState } from '#web/ui/loadable.tsx'
import { dirhams } from '../admin-texts.ts'
import { type Column, DataTable } from '../data-list.tsx'
import styles from '../list-parts.module.css'
import { Address } from '../list-parts.tsx'

/** The actor that notes the payment when a card is redeemed. */
export const BY_CARD = actorLabel({ type: 'system' })

/** '10/07/2026' for a calendar date YYYY-MM-DD, which a French spreadsheet reads as a day. */
export const numericDay = (day: string) => day.split('-').toReversed().join('/')

const monthOf = (month: string) =>
  new Date(month).toLocaleDateString('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const DELETED_ACCOUNT = 'compte supprimé'

type ShownLine = LedgerLine & { isOpen: boolean }

const columns: readonly Column<ShownLine>[] = [
  { title: 'Compte', cell: ({ email }) => <Account email={email} /> },
  { title: 'Montant', cell: ({ amount }) => <strong>{dirhams(amount)}</strong> },
  { title: 'Nature', cell: ({ kind }) => <Badge tone={TONES[kind]}>{ledgerKindLabels[kind]}</Badge> },
  { title: 'Reçu le', cell: ({ receivedOn }) => numericDay(receivedOn) },
  { title: 'Moyen', cell: ({ means }) => means },
  { title: 'Référence', cell: (line) => <Reference line={line} /> },
  { title: 'Noté par', cell: ({ by }) => (by === BY_CARD ? 'Carte' : <Address>{by}</Address>) },
  {
    title: 'Actions',
    cell: (line, isBusy) => line.isOpen && <Cancellation line={line} isBusy={isBusy} />,
  },
]

const TONES = { payment: 'success', refund: 'danger', cancelled: 'neutral' } as const

/** Their sums, then each of them. */
export function Payments({ lines }: { lines: readonly LedgerLine[] }) {
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

/**
 * Tells which lines can be cancelled: a payment whose money is held, and a refund that nothing has followed. The server
 * also knows what happened after the period.
 */
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
    <Link to={`/admin?${new URLSearchParams({ q: email })}`} className={styles.target}>
      <Address>{email}</Address>
    </Link>
  )
}

/** The reference, with the way to the request and its receipt, or to the card. */
function Reference({ line: { reference, requestId, serial } }: { line: LedgerLine }) {
  if (requestId !== null) {
    const query = new URLSearchParams({ search: paymentRequestNumber(requestId), status: 'approved' })
    return (
      <Link to={`/admin/demandes?${query}`} className={styles.target}>
        {reference}
      </Link>
    )
  }
  if (serial === null) return reference
  return (
    <Link to={`/admin/codes?${new URLSearchParams({ q: serial })}`} className={styles.target}>
      {reference}
    </Link>
  )
}

function Cancellation({ line, isBusy }: { line: LedgerLine; isBusy: boolean }) {
  const { id, amount, email } = line
  const cancellation = useAction(cancelPayment, {
    done: 'Paiement annulé',
    failed: "Le paiement n'a pas pu être annulé",
  })
  return (
    <ConfirmButton
      variant="quiet"
      disabled={isBusy}
      title="Annuler cette ligne"
      confirm="Annuler la ligne"
      cancel="Fermer"
      onConfirm={() => cancellation.mutate({ params: { id } })}
      question={
        <p>
          {dirhams(amount)}, {email ?? DELETED_ACCOUNT} : une ligne d'annulation sera ajoutée. L'accès du
          compte ne change pas.
        </p>
      }
    >
      Annuler
    </ConfirmButton>
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
