import { Banknote, RefreshCw, Unplug, UserX } from 'lucide-react'
import type { UserView } from '#shared/entities/user.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ActionMenu } from '../action-menu.tsx'
import type { UserDialog } from './user-dialogs.tsx'
import styles from './user-row.module.css'

type UserActionsProps = {
  user: UserView
  isBusy: boolean
  isChanging: boolean
  isDeleting: boolean
  onToggle: () => void
  onRefresh: () => void
  onOpen: (dialog: UserDialog) => void
}

/** What can be done with an account. An administrator's can only be read again (decision D8). */
export function UserActions({ user, isBusy, isChanging, isDeleting, ...on }: UserActionsProps) {
  const { isPremium, isAdmin } = user
  const refresh = (
    <IconButton label="Rafraîchir cet utilisateur" disabled={isBusy} onClick={on.onRefresh}>
      <RefreshCw size={18} aria-hidden="true" />
    </IconButton>
  )
  if (isAdmin) return refresh
  return (
    <div className={styles.actions}>
      <span className={styles.toggle}>
        <Button variant={isPremium ? 'secondary' : 'primary'} disabled={isBusy} onClick={on.onToggle}>
          {isChanging ? 'Mise à jour...' : isPremium ? 'Rendre Gratuit' : 'Rendre Premium'}
        </Button>
      </span>
      {refresh}
      <Button variant="danger" disabled={isBusy} onClick={() => on.onOpen('delete')}>
        {isDeleting ? 'Suppression...' : 'Supprimer'}
      </Button>
      <ActionMenu
        label="Autres actions"
        disabled={isBusy}
        actions={[
          { label: 'Paiement', Icon: Banknote, onChoose: () => on.onOpen('payment') },
          { label: 'Session', Icon: Unplug, onChoose: () => on.onOpen('session') },
          { label: 'Bloquer', Icon: UserX, onChoose: () => on.onOpen('block') },
        ]}
      />
    </div>
  )
}
