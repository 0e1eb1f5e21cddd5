import type { UserView } from '#shared/entities/user.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { Notice } from '#web/ui/notice.tsx'
import { BlockDialog } from '../blocked/block-dialog.tsx'
import { deletionTexts } from './deletion-texts.ts'
import { PaymentDialog } from './payment-dialog.tsx'
import { SessionDialog } from './session-dialog.tsx'

/** Which question about an account is open. */
export type UserDialog = 'delete' | 'payment' | 'session' | 'block'

type UserDialogsProps = {
  dialog: UserDialog
  user: UserView
  onClose: () => void
  onDelete: () => void
  onNotice: (notice: Notice) => void
  onGone: (notice: Notice | null) => void
}

/** The dialogs of an account's row. */
export function UserDialogs({ dialog, user, onClose, onDelete, onNotice, onGone }: UserDialogsProps) {
  switch (dialog) {
    case 'delete':
      return (
        <ConfirmDialog
          title="Supprimer l'utilisateur"
          confirm="Supprimer"
          onConfirm={onDelete}
          onClose={onClose}
        >
          <p>{deletionTexts.question}</p>
          <p>
            Le compte <strong>{user.email}</strong>, sa progression et son accès seront effacés. Cette action
            est définitive.
          </p>
        </ConfirmDialog>
      )
    case 'payment':
      return <PaymentDialog user={user} onClose={onClose} onNotice={onNotice} />
    case 'session':
      return <SessionDialog user={user} onClose={onClose} onNotice={onNotice} />
    case 'block':
      return <BlockDialog email={user.email} onClose={onClose} onBlocked={() => onGone(null)} />
  }
}
