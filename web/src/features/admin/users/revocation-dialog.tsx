import * as v from 'valibot'
import { Money, moneyLabels } from '#shared/entities/ledger-entry.ts'
import type { UserView } from '#shared/entities/user.ts'
import { FormDialog } from '#web/ui/dialog-button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { dirhams } from '../admin-texts.ts'

const schema = v.object({ money: Money })

type RevocationDialogProps = { user: UserView; onConfirm: (money: Money) => void; onClose: () => void }

export function RevocationDialog({ user: { email, heldDh }, onConfirm, onClose }: RevocationDialogProps) {
  return (
    <FormDialog
      title="Rendre Gratuit"
      intro={<p>{email} perdra l'accès Premium.</p>}
      schema={schema}
      submit="Rendre Gratuit"
      submitting="Mise à jour..."
      isSubmitting={false}
      onSubmit={({ money }) => {
        onClose()
        onConfirm(money)
      }}
      onClose={onClose}
    >
      <SelectField
        label={`Que devient le paiement de ${dirhams(heldDh)} ?`}
        name="money"
        defaultValue="kept"
        choices={moneyLabels}
      />
    </FormDialog>
  )
}
