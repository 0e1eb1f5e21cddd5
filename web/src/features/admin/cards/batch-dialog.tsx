import { useMemo, useState } from 'react'
import * as v from 'valibot'
import { createCardBatch } from '#shared/contract/admin/cards.ts'
import { CardBatchInput, newBatchId } from '#shared/entities/card.ts'
import { Day } from '#shared/entities/fields.ts'
import { numberIn } from '#shared/entities/plain-digits.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { moroccanToday, useSettings } from '#web/lib/settings.ts'
import { FormDialog } from '#web/ui/dialog-button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/field.tsx'
import { dirhams } from '../admin-texts.ts'
import type { NewBatch } from './card-sheets.tsx'

/** Converts the fields of the form to the route's input. @param today YYYY-MM-DD in Morocco */
function batchForm(today: string) {
  const FutureDay = v.pipe(
    Day,
    v.check((day) => day >= today, 'Cette date est déjà passée'),
  )
  return v.object({
    label: CardBatchInput.entries.label,
    count: v.pipe(v.string(), v.transform(numberIn), CardBatchInput.entries.count),
    validUntil: FutureDay,
    premiumUntil: v.pipe(
      v.string(),
      v.transform((text) => (text === '' ? null : text)),
      v.nullable(FutureDay),
    ),
  })
}

type BatchDialogProps = { onClose: () => void; onCreated: (batch: NewBatch) => void }

/** Asks how many cards are to be made, where they are sold, and until when. */
export function BatchDialog({ onClose, onCreated }: BatchDialogProps) {
  const { priceDh, premiumValidUntil } = useSettings()
  const [today] = useState(() => moroccanToday())
  const schema = useMemo(() => batchForm(today), [today])
  const offerEnd = premiumValidUntil !== null && premiumValidUntil >= today ? premiumValidUntil : ''
  // The form names the batch, so that a request whose answer was lost makes no second batch.
  const [id] = useState(newBatchId)
  const creating = useAction(createCardBatch, { onSuccess: onCreated })
  return (
    <FormDialog
      title="Nouveau lot de cartes"
      intro={<p>Chaque carte vaut {dirhams(priceDh)}, le prix d'aujourd'hui.</p>}
      schema={schema}
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
        hint="De 1 à 500 ; une feuille A4 en porte 24."
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
