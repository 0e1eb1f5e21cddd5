import type { Money } from '#shared/entities/ledger-entry.ts'
import type { UserView } from '#shared/entities/user.ts'
import { detailOf, refusalCodeOf, troubleHint } from '#web/lib/api/failure.ts'
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx'
import { ConfirmDialog } from '#web/ui/dialog-button.tsx'
import { LazyDialog } from '#web/ui/lazy-part.tsx'

const BlockDialog = lazyComponent(async () => (await import('../blocked/block-dialog.tsx')).BlockDialog)
const PaymentDialog = lazyComponent(async () => (await import('./payment-dialogs.tsx')).PaymentDialog)
const OtherPaymentDialog = lazyComponent(
  async () => (await import('./payment-dialogs.tsx')).OtherPaymentDialog,
)
const MoveDialog = lazyComponent(async () => (await import('./account-dialogs.tsx')).MoveDialog)
const RevocationDialog = lazyComponent(async () => (await import('./account-dialogs.tsx')).RevocationDialog)
const SessionDialog = lazyComponent(async () => (await import('./account-dialogs.tsx')).SessionDialog)

export type UserDialog = 'delete' | 'payment' | 'otherPayment' | 'move' | 'revoke' | 'session' | 'block'

type UserDialogsProps = {
  dialog: UserDialog
  user: UserView
  onClose: () => void
  onDelete: () => void
  onBlocked: () => void
  onRevoke: (money: Money) => void
}

export function UserDialogs({ dialog, user, onClose, onDelete, onBlocked, onRevoke }: UserDialogsProps) {
  if (dialog === 'delete')
    return (
      <ConfirmDialog
        title="Supprimer l'utilisateur"
        confirm="Supprimer"
        onConfirm={onDelete}
        onClose={onClose}
      >
        <p>Êtes-vous sûr de vouloir supprimer cet utilisateur&nbsp;?</p>
        <p>
          Le compte <strong>{user.email}</strong>, sa progression et son accès seront effacés. Cette action
          est définitive.
        </p>
      </ConfirmDialog>
    )
  return (
    <LazyDialog onClose={onClose}>
      {dialog === 'payment' && <PaymentDialog user={user} onClose={onClose} />}
      {dialog === 'otherPayment' && <OtherPaymentDialog user={user} onClose={onClose} />}
      {dialog === 'move' && <MoveDialog user={user} onClose={onClose} />}
      {dialog === 'revoke' && <RevocationDialog user={user} onConfirm={onRevoke} onClose={onClose} />}
      {dialog === 'session' && <SessionDialog user={user} onClose={onClose} />}
      {dialog === 'block' && <BlockDialog email={user.email} onClose={onClose} onBlocked={onBlocked} />}
    </LazyDialog>
  )
}

export function deletionFailure(error: Error): string {
  const code = refusalCodeOf(error)
  if (code === 'AUTHENTICATION_REQUIRED' || code === 'SESSION_INACTIVE') return 'Session non trouvée'
  if (code !== null) return `Erreur lors de la suppression\u00a0: ${detailOf(error, code)}`
  const hint = troubleHint(error)
  return `Une erreur est survenue lors de la suppression de l'utilisateur${hint ? `. ${hint}` : ''}`
}
