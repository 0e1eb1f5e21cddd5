import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { listCardBatches, listCards, revokeCardBatch } from '#shared/contract/admin/cards.ts'
import type { CardBatch } from '#shared/entities/card.ts'
import { api, invalidateRoutes } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatCalendarDay } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/moments.ts'
import { Badge, Row, Stack } from '#web/ui/card.tsx'
import { ConfirmButton, DialogButton } from '#web/ui/dialog-button.tsx'
import { counted } from '../admin-texts.ts'
import { type Column, DataList } from '../data-list.tsx'
import { RefreshButton } from '../list-parts.tsx'
import { BatchDialog } from './batch-dialog.tsx'
import { CardList } from './card-list.tsx'
import type { NewBatch } from './card-sheets.tsx'
import { NewCards } from './new-cards.tsx'

const columns: readonly Column<CardBatch>[] = [
  {
    title: 'Lot',
    cell: ({ id, label, createdAt }) => (
      <>
        {label}
        <br />
        <small>
          {id}, créé le {formatDay(createdAt)}
        </small>
      </>
    ),
  },
  { title: 'Utilisées', cell: ({ used, count }) => `${used} sur ${count}` },
  {
    title: "À vendre jusqu'au",
    cell: ({ revokedAt, validUntil }) =>
      revokedAt === null ? formatCalendarDay(validUntil) : <Badge>Annulé le {formatDay(revokedAt)}</Badge>,
  },
  {
    title: "Premium jusqu'au",
    cell: ({ premiumUntil }) => (premiumUntil === null ? 'sans fin' : formatCalendarDay(premiumUntil)),
  },
  {
    title: 'Actions',
    cell: (batch) => batch.revokedAt === null && batch.used < batch.count && <Revoke batch={batch} />,
  },
]

/** The printed cards that sell Premium: their batches, the state of each batch, and each card. */
export function CardsPage() {
  const batches = useQuery(api(listCardBatches).queryOptions({}))
  const client = useQueryClient()
  const [created, setCreated] = useState<NewBatch | null>(null)
  if (created) return <NewCards batch={created} onClose={() => setCreated(null)} />
  const refetch = () => invalidateRoutes(client, [listCardBatches, listCards])
  return (
    <Stack>
      <DataList
        title="Cartes"
        of={batches}
        error="Erreur lors du chargement des cartes"
        keyBy="id"
        empty="Aucun lot de cartes pour le moment."
        table={{ caption: 'Lots de cartes', columns }}
      >
        <p>
          Une carte imprimée porte un code qui ouvre l'accès Premium une seule fois. Vendez-la en classe ou en
          librairie : l'élève l'active lui-même, sans attendre.
        </p>
        <Row>
          <DialogButton
            variant="primary"
            Icon={Plus}
            renderDialog={(close) => <BatchDialog onClose={close} onCreated={setCreated} />}
          >
            Nouveau lot
          </DialogButton>
          <RefreshButton of={{ isFetching: batches.isFetching, refetch }} />
        </Row>
      </DataList>
      {batches.data && batches.data.items.length > 0 && <CardList />}
    </Stack>
  )
}

function Revoke({ batch: { id, label, count, used } }: { batch: CardBatch }) {
  const revoking = useAction(revokeCardBatch, {
    done: `Lot ${id} : cartes restantes annulées`,
    failed: "Erreur lors de l'annulation",
  })
  return (
    <ConfirmButton
      disabled={revoking.isPending}
      title="Annuler les cartes restantes"
      confirm="Annuler ces cartes"
      cancel="Garder ces cartes"
      onConfirm={() => revoking.mutate({ params: { id } })}
      question={
        <>
          <p>
            Du lot « {label} », {counted(count - used, 'carte')} ne pourront plus être activées. C'est
            définitif.
          </p>
          <p>Les comptes qui ont déjà activé leur carte gardent leur accès.</p>
        </>
      }
    >
      Annuler le reste
    </ConfirmButton>
  )
}
