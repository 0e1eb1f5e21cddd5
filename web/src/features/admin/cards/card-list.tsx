import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { listCards, revokeCard, undoCard } from '#shared/contract/admin/cards.ts'
import type { CardView } from '#shared/entities/card.ts'
import { api } from '#web/lib/api/api.ts'
import { formatMoment } from '#web/lib/format/moments.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import { counted, failureText } from '../admin-texts.ts'
import { Address, LoadMore } from '../list-parts.tsx'
import { SearchTools, useSearchTerm } from '../list-search.tsx'

const columns = ['Carte', 'Lieu', 'État', 'Actions']
const FAILED = 'Erreur lors du chargement des cartes'

/** Finds cards by serial number, the end of the code, the place of sale, or the account that used it. */
export function CardList() {
  const search = useSearchTerm()
  const cards = useInfiniteQuery({
    ...api(listCards).infiniteQueryOptions({ query: { search: search.term } }),
    placeholderData: keepPreviousData,
  })
  const items = cards.data?.pages.flatMap((page) => page.items)
  const hasMore = cards.data?.pages.at(-1)?.nextCursor != null
  return (
    <Stack>
      <h3>Chercher une carte</h3>
      <SearchTools
        of={search}
        placeholder="Numéro, fin du code, lieu ou email"
        found={items === undefined || cards.isFetching ? null : foundText(items.length, hasMore)}
      />
      <Loadable of={cards} error={FAILED}>
        {() =>
          items?.length === 0 ? (
            <EmptyState>Aucune carte trouvée.</EmptyState>
          ) : (
            <Table caption="Cartes" columns={columns} compact>
              {items?.map((card) => (
                <CardRow key={card.id} card={card} />
              ))}
            </Table>
          )
        }
      </Loadable>
      {items && <LoadMore of={cards} error={FAILED} />}
    </Stack>
  )
}

/** '1 carte trouvée', '50 cartes trouvées, et d'autres' */
function foundText(count: number, hasMore: boolean): string {
  return `${counted(count, 'carte trouvée')}${hasMore ? ", et d'autres" : ''}`
}

function CardRow({ card }: { card: CardView }) {
  const { serial, ending, label } = card
  return (
    <tr>
      <th scope="row">
        {serial}
        <br />
        <small>…{ending}</small>
      </th>
      <td data-label={columns[1]}>{label}</td>
      <td data-label={columns[2]}>
        <State card={card} />
      </td>
      <td data-label={columns[3]}>
        {card.usedAt !== null ? <Undo card={card} /> : card.revokedAt === null && <Revoke card={card} />}
      </td>
    </tr>
  )
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
  const [isAsking, setAsking] = useState(false)
  const revoking = useMutation({
    ...api(revokeCard).mutationOptions(),
    onMutate: () => showToast(null),
    onSuccess: () => showToast({ kind: 'success', text: `Carte ${serial} annulée` }),
    onError: (error) => showToast({ kind: 'error', text: failureText(error, "Erreur lors de l'annulation") }),
  })
  return (
    <>
      <Button variant="secondary" disabled={revoking.isPending} onClick={() => setAsking(true)}>
        Annuler
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Annuler la carte"
          confirm="Annuler la carte"
          cancel="Garder la carte"
          onConfirm={() => revoking.mutate({ params: { id } })}
          onClose={() => setAsking(false)}
        >
          <p>
            La carte <strong>{serial}</strong> ne pourra plus être activée. C'est définitif.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Undo({ card: { id, serial, email } }: { card: CardView }) {
  const [isAsking, setAsking] = useState(false)
  const undoing = useMutation({
    ...api(undoCard).mutationOptions(),
    onMutate: () => showToast(null),
    onSuccess: () => showToast({ kind: 'success', text: `Carte ${serial} : activation reprise` }),
    onError: (error) => showToast({ kind: 'error', text: failureText(error, 'Erreur lors de la reprise') }),
  })
  return (
    <>
      <Button variant="secondary" disabled={undoing.isPending} onClick={() => setAsking(true)}>
        Reprendre l'activation
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Reprendre l'activation"
          confirm="Reprendre"
          onConfirm={() => undoing.mutate({ params: { id } })}
          onClose={() => setAsking(false)}
        >
          <p>
            Le compte <strong>{email}</strong> retrouve l'accès qu'il avait avant la carte {serial}, et la
            carte peut de nouveau être activée.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
