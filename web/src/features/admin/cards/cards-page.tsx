import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import {
  createCardBatch,
  listCardBatches,
  listCards,
  revokeCardBatch,
} from '#shared/contract/admin/card-batches.ts'
import { type CardBatch, CardBatchInput, newBatchId } from '#shared/entities/card.ts'
import { Day } from '#shared/entities/fields.ts'
import { counted, dirhams } from '#web/features/admin/admin-texts.ts'
import { ConfirmAction } from '#web/features/admin/confirm-action.tsx'
import { type Column, DataList } from '#web/features/admin/data-list.tsx'
import { RefreshButton } from '#web/features/admin/list-parts.tsx'
import { api, invalidateRoutes } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatCalendarDay } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/moments.ts'
import { moroccanToday, useSettings } from '#web/lib/settings.ts'
import { Badge, Row, Stack } from '#web/ui/card.tsx'
import { DialogButton, FormDialog } from '#web/ui/dialog-button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/field.tsx'
import { orNone, TypedNumber } from '../users/payment-form.tsx'
import { CardList } from './card-list.tsx'
import { type NewBatch, NewCards } from './new-cards.tsx'

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
          librairie&nbsp;: l'élève l'active lui-même, sans attendre.
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
  return (
    <ConfirmAction
      route={revokeCardBatch}
      input={{ params: { id } }}
      done={`Lot ${id}\u00a0: cartes restantes annulées`}
      failed="Erreur lors de l'annulation"
      title="Annuler les cartes restantes"
      confirm="Annuler ces cartes"
      cancel="Garder ces cartes"
      question={
        <>
          <p>
            Du lot «&nbsp;{label}&nbsp;», {counted(count - used, 'carte')}{' '}
            {count - used === 1 ? 'ne pourra plus être activée' : 'ne pourront plus être activées'}. C'est
            définitif.
          </p>
          <p>Les comptes qui ont déjà activé leur carte gardent leur accès.</p>
        </>
      }
    >
      Annuler le reste
    </ConfirmAction>
  )
}

/** Converts the fields of the form to the route's input. @param today YYYY-MM-DD in Morocco */
function batchForm(today: string) {
  const FutureDay = v.pipe(
    Day,
    v.check((day) => day >= today, 'Cette date est déjà passée'),
  )
  return v.object({
    label: CardBatchInput.entries.label,
    count: v.pipe(TypedNumber, CardBatchInput.entries.count),
    validUntil: FutureDay,
    premiumUntil: orNone(FutureDay),
  })
}

type BatchDialogProps = { onClose: () => void; onCreated: (batch: NewBatch) => void }

function BatchDialog({ onClose, onCreated }: BatchDialogProps) {
  const { priceDh, premiumValidUntil } = useSettings()
  const [today] = useState(() => moroccanToday())
  const offerEnd = premiumValidUntil !== null && premiumValidUntil >= today ? premiumValidUntil : ''
  // The form names the batch, so that a request whose answer was lost makes no second batch.
  const [id] = useState(newBatchId)
  const creating = useAction(createCardBatch, { onSuccess: onCreated })
  return (
    <FormDialog
      title="Nouveau lot de cartes"
      intro={<p>Chaque carte vaut {dirhams(priceDh)}, le prix d'aujourd'hui.</p>}
      schema={batchForm(today)}
      submit="Créer les cartes"
      submitting="Création en cours..."
      isSubmitting={creating.isPending}
      message={<Failure of={creating.error} text="Les cartes n'ont pas pu être créées." />}
      onSubmit={(values) => creating.mutate({ body: { ...values, id } })}
      onClose={onClose}
    >
      <TextField
        label="Lieu de vente"
        name="label"
        maxLength={60}
        autoComplete="off"
        hint="Il figure sur la carte, dans chaque paiement et dans les totaux."
      />
      <TextField
        label="Nombre de cartes"
        name="count"
        inputMode="numeric"
        autoComplete="off"
        defaultValue="24"
        hint="De 1 à 500&nbsp;; une feuille A4 en porte 24."
      />
      <TextField
        label="À vendre et à activer jusqu'au"
        name="validUntil"
        type="date"
        min={today}
        defaultValue={offerEnd}
      />
      <TextField
        label="Accès Premium jusqu'au"
        name="premiumUntil"
        type="date"
        min={today}
        defaultValue={offerEnd}
        hint="Dernier jour d'accès. Laissez vide pour un accès sans date de fin."
      />
    </FormDialog>
  )
}
