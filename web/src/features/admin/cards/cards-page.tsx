import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { listCardBatches, listCards, revokeCardBatch } from '#shared/contract/admin/cards.ts'
import type { CardBatch } from '#shared/entities/card.ts'
import { api } from '#web/lib/api/api.ts'
import { invalidateRoutes } from '#web/lib/api/cache.ts'
import { formatCalendarDay } from '#web/lib/format/dates.ts'
import { formatDay } from '#web/lib/format/moments.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import { counted, failureText } from '../admin-texts.ts'
import { ListHeading, RefreshButton } from '../list-parts.tsx'
import { BatchDialog } from './batch-dialog.tsx'
import { CardList } from './card-list.tsx'
import type { NewBatch } from './card-sheets.tsx'
import { NewCards } from './new-cards.tsx'

const columns = ['Lot', 'Utilisées', "À vendre jusqu'au", "Premium jusqu'au", 'Actions']
const FAILED = 'Erreur lors du chargement des cartes'

/** The printed cards that sell Premium: their batches, the state of each batch, and each card. */
export function CardsPage() {
  const batches = useQuery(api(listCardBatches).queryOptions({}))
  const client = useQueryClient()
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<NewBatch | null>(null)
  if (created) return <NewCards batch={created} onClose={() => setCreated(null)} />
  return (
    <Stack>
      <ListHeading title="Cartes" count={batches.data?.items.length} />
      <p>
        Une carte imprimée porte un code qui ouvre l'accès Premium une seule fois. Vendez-la en classe ou en
        librairie : l'élève l'active lui-même, sans attendre.
      </p>
      <Row>
        <Button onClick={() => setCreating(true)}>
          <Plus size={18} aria-hidden="true" />
          Nouveau lot
        </Button>
        <RefreshButton
          isBusy={batches.isFetching}
          onRefresh={() => void invalidateRoutes(client, [listCardBatches, listCards])}
        />
      </Row>
      <Loadable of={batches} error={FAILED}>
        {({ items }) => <BatchTable items={items} />}
      </Loadable>
      {batches.data && batches.data.items.length > 0 && <CardList />}
      {isCreating && (
        <BatchDialog
          onClose={() => setCreating(false)}
          onCreated={(batch) => {
            setCreating(false)
            setCreated(batch)
          }}
        />
      )}
    </Stack>
  )
}

function BatchTable({ items }: { items: readonly CardBatch[] }) {
  if (items.length === 0) return <EmptyState>Aucun lot de cartes pour le moment.</EmptyState>
  return (
    <Table caption="Lots de cartes" columns={columns}>
      {items.map((batch) => (
        <BatchRow key={batch.id} batch={batch} />
      ))}
    </Table>
  )
}

function BatchRow({ batch }: { batch: CardBatch }) {
  const { id, label, count, used, validUntil, premiumUntil, createdAt, revokedAt } = batch
  const [isAsking, setAsking] = useState(false)
  const revoking = useMutation({
    ...api(revokeCardBatch).mutationOptions(),
    onMutate: () => showToast(null),
    onSuccess: () => showToast({ kind: 'success', text: `Lot ${id} : cartes restantes annulées` }),
    onError: (error) => showToast({ kind: 'error', text: failureText(error, "Erreur lors de l'annulation") }),
  })
  return (
    <tr aria-busy={revoking.isPending}>
      <th scope="row">
        {label}
        <br />
        <small>
          {id}, créé le {formatDay(createdAt)}
        </small>
      </th>
      <td data-label={columns[1]}>
        {used} sur {count}
      </td>
      <td data-label={columns[2]}>
        {revokedAt === null ? formatCalendarDay(validUntil) : <Badge>Annulé le {formatDay(revokedAt)}</Badge>}
      </td>
      <td data-label={columns[3]}>{premiumUntil === null ? 'sans fin' : formatCalendarDay(premiumUntil)}</td>
      <td data-label={columns[4]}>
        {revokedAt === null && used < count && (
          <Button variant="secondary" disabled={revoking.isPending} onClick={() => setAsking(true)}>
            Annuler le reste
          </Button>
        )}
        {isAsking && (
          <ConfirmDialog
            title="Annuler les cartes restantes"
            confirm="Annuler ces cartes"
            cancel="Garder ces cartes"
            onConfirm={() => revoking.mutate({ params: { id } })}
            onClose={() => setAsking(false)}
          >
            <p>
              Du lot « {label} », {counted(count - used, 'carte')} ne pourront plus être activées. C'est
              définitif.
            </p>
            <p>Les comptes qui ont déjà activé leur carte gardent leur accès.</p>
          </ConfirmDialog>
        )}
      </td>
    </tr>
  )
}
