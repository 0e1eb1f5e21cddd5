import { listCards, revokeCard, undoCard } from '#shared/contract/admin/card-batches.ts'
import type { CardView } from '#shared/entities/card.ts'
import { formatMoment } from '#web/lib/moments.ts'
import { Stack } from '#web/ui/card.tsx'
import { counted } from '../admin-texts.ts'
import { ConfirmAction } from '../confirm-action.tsx'
import { type Column, DataList, useList } from '../data-list.tsx'
import { Address } from '../list-parts.tsx'
import { SearchTools, useSearchTerm } from '../list-search.tsx'

const columns: readonly Column<CardView>[] = [
  {
    title: 'Carte',
    cell: ({ serial, ending }) => (
      <>
        {serial}
        <br />
        <small>…{ending}</small>
      </>
    ),
  },
  { title: 'Lieu', cell: ({ label }) => label },
  { title: 'État', cell: (card) => <State card={card} /> },
  {
    title: 'Actions',
    cell: (card) =>
      card.usedAt !== null ? <Undo card={card} /> : card.revokedAt === null && <Revoke card={card} />,
  },
]

export function CardList() {
  const search = useSearchTerm()
  const cards = useList(listCards, { query: { search: search.term } })
  return (
    <Stack>
      <h3>Chercher une carte</h3>
      <DataList
        of={cards}
        error="Erreur lors du chargement des cartes"
        keyBy="id"
        empty="Aucune carte trouvée."
        table={{ caption: 'Cartes', columns, compact: true }}
      >
        <SearchTools
          of={search}
          placeholder="Numéro, fin du code, lieu ou email"
          found={cards.data && !cards.isFetching ? foundText(cards.data.pages, cards.hasNextPage) : null}
        />
      </DataList>
    </Stack>
  )
}

/** '1 carte trouvée', '50 cartes trouvées, et d'autres' */
function foundText(pages: readonly { items: readonly CardView[] }[], hasMore: boolean): string {
  const count = pages.reduce((sum, { items }) => sum + items.length, 0)
  return `${counted(count, 'carte trouvée')}${hasMore ? ", et d'autres" : ''}`
}

function State({ card: { usedAt, email, revokedAt } }: { card: CardView }) {
  if (usedAt !== null)
    return (
      <>
        Activée le {formatMoment(usedAt)} par <Address>{email ?? 'un compte supprimé'}</Address>
      </>
    )
  return revokedAt === null ? 'Non utilisée' : `Annulée le ${formatMoment(revokedAt)}`
}

function Revoke({ card: { id, serial } }: { card: CardView }) {
  return (
    <ConfirmAction
      route={revokeCard}
      input={{ params: { id } }}
      done={`Carte ${serial} annulée`}
      failed="Erreur lors de l'annulation"
      title="Annuler la carte"
      confirm="Annuler la carte"
      cancel="Garder la carte"
      question={
        <p>
          La carte <strong>{serial}</strong> ne pourra plus être activée. C'est définitif.
        </p>
      }
    >
      Annuler
    </ConfirmAction>
  )
}

function Undo({ card: { id, serial, email } }: { card: CardView }) {
  return (
    <ConfirmAction
      route={undoCard}
      input={{ params: { id } }}
      done={`Carte ${serial}\u00a0: activation reprise`}
      failed="Erreur lors de la reprise"
      title="Reprendre l'activation"
      confirm="Reprendre"
      question={
        <p>
          Le compte <strong>{email}</strong> retrouve l'accès qu'il avait avant la carte {serial}, et la carte
          peut de nouveau être activée.
        </p>
      }
    >
      Reprendre l'activation
    </ConfirmAction>
  )
}
