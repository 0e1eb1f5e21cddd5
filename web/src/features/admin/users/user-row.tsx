import {
  ArrowLeftRight,
  ArrowRightLeft,
  Banknote,
  EllipsisVertical,
  HandCoins,
  type LucideIcon,
  RefreshCw,
  Trash2,
  Unplug,
  UserX,
} from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { deleteUser, getUser } from '#shared/contract/admin/users.ts'
import type { UserView } from '#shared/entities/user.ts'
import { refusalCodeOf } from '#web/lib/api/failure.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { untilText } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/moments.ts'
import { useIsOfferOver } from '#web/lib/settings.ts'
import { showToast } from '#web/lib/shared-value.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Badge, classNames } from '#web/ui/card.tsx'
import { useClosing } from '#web/ui/disclosure.ts'
import { paymentText, USERS_FAILED } from '../admin-texts.ts'
import { Address, OnPhone } from '../list-parts.tsx'
import { premiumLabel, usePremiumChange, useRowChange } from './premium-change.ts'
import { deletionFailure, type UserDialog, UserDialogs } from './user-dialogs.tsx'
import styles from './users-tab.module.css'

export function UserRow({ user }: { user: UserView }) {
  const { id, email, isPremium, isAdmin, createdAt, heldDh } = user
  const [dialog, setDialog] = useState<UserDialog | null>(null)
  const isOver = useIsOfferOver()
  const changeRow = useRowChange()
  const show = (changed: UserView | null) => changeRow(id, changed)
  const premium = usePremiumChange(user, showToast)
  const undo = useUndo(user)
  const refresh = useAction(getUser, {
    onSuccess: show,
    failed: (error) => {
      if (refusalCodeOf(error) !== 'NOT_FOUND') return { text: USERS_FAILED }
      show(null)
      return { text: `${email}\u00a0: ce compte n'existe plus` }
    },
  })
  const deletion = useAction(deleteUser, {
    isDeletion: true,
    done: 'Utilisateur supprimé avec succès',
    onSuccess: () => show(null),
    failed: (error) => ({ text: deletionFailure(error), ms: 5_000 }),
  })
  const isBusy = premium.isPending || refresh.isPending || deletion.isPending
  const progress = premium.isPending ? 'Mise à jour...' : deletion.isPending ? 'Suppression...' : null
  const toggle = {
    label: isPremium ? 'Rendre Gratuit' : 'Rendre Premium',
    // Without an offer there is no end to take over, so that the dialog asks for it.
    onChoose: () => {
      if (isOver && !isPremium) setDialog('payment')
      else if (isPremium && heldDh > 0) setDialog('revoke')
      else {
        if (!isPremium) undo.begin()
        premium.change({ isPremium: !isPremium })
      }
    },
  }
  const reload = { label: 'Rafraîchir cet utilisateur', onChoose: () => refresh.mutate({ params: { id } }) }
  const opens = (chosen: UserDialog) => () => setDialog(chosen)
  const move = { label: 'Déplacer vers un autre compte', Icon: ArrowRightLeft, onChoose: opens('move') }
  const actions: Action[] = [
    { ...toggle, Icon: ArrowLeftRight, isPhoneOnly: true },
    { label: 'Paiement', Icon: Banknote, onChoose: opens('payment') },
    { label: 'Autre paiement', Icon: HandCoins, onChoose: opens('otherPayment') },
    ...(isPremium ? [move] : []),
    { label: 'Session', Icon: Unplug, onChoose: opens('session') },
    { ...reload, Icon: RefreshCw, isPhoneOnly: true },
    { label: 'Bloquer', Icon: UserX, onChoose: opens('block') },
    { label: 'Supprimer', Icon: Trash2, onChoose: opens('delete'), isPhoneOnly: true, isDangerous: true },
  ]

  return (
    <tr aria-busy={isBusy}>
      <th scope="row" className={styles.name}>
        <span className={styles.email}>
          <Address>{email}</Address>
          {isAdmin && <Badge tone="hue">Admin</Badge>}
        </span>
      </th>
      <td data-label="Statut Premium">
        <PremiumStatus user={user} />
      </td>
      <td data-label="Date d'inscription">
        <OnPhone>Inscription&nbsp;: </OnPhone>
        {formatDay(createdAt)}
        {progress && <span className={styles.progress}>{progress}</span>}
      </td>
      <td data-label="Actions">
        <div className={styles.actions}>
          {!isAdmin && (
            <span className={styles.toggle}>
              <Button
                variant={isPremium ? 'secondary' : 'primary'}
                disabled={isBusy}
                onClick={toggle.onChoose}
              >
                {premium.isPending ? progress : toggle.label}
              </Button>
            </span>
          )}
          {undo.isOffered && (
            <Button
              variant="secondary"
              disabled={isBusy}
              aria-label={`Annuler : ${email}`}
              onClick={({ currentTarget }) => {
                // This button disappears with the Premium, and the menu beside it stays.
                currentTarget.parentElement?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
                premium.change({ isPremium: false })
              }}
            >
              Annuler
            </Button>
          )}
          {/* The only action on an administrator stays a button on a phone. */}
          <span className={isAdmin ? undefined : styles.wideOnly}>
            <IconButton Icon={RefreshCw} label={reload.label} disabled={isBusy} onClick={reload.onChoose} />
          </span>
          {!isAdmin && (
            <>
              <span className={styles.wideOnly}>
                <Button variant="danger" disabled={isBusy} onClick={opens('delete')}>
                  {deletion.isPending ? progress : 'Supprimer'}
                </Button>
              </span>
              <ActionMenu label="Autres actions" disabled={isBusy} actions={actions} />
            </>
          )}
        </div>
        {dialog && (
          <UserDialogs
            dialog={dialog}
            user={user}
            onClose={() => setDialog(null)}
            onDelete={() => deletion.mutate({ params: { id } })}
            onBlocked={() => show(null)}
            onRevoke={(money) => premium.change({ isPremium: false, money })}
          />
        )}
      </td>
    </tr>
  )
}

const UNDO_MS = 10_000

/** Offers for ten seconds to take back the Premium that one tap gave, unless money has been noted since. */
function useUndo({ isPremium, heldDh }: UserView) {
  const [heldBefore, setHeldBefore] = useState<number | null>(null)
  const isOffered = isPremium && heldBefore === heldDh
  useEffect(() => {
    if (!isOffered) return undefined
    const timer = window.setTimeout(() => setHeldBefore(null), UNDO_MS)
    return () => clearTimeout(timer)
  }, [isOffered])
  return { isOffered, begin: () => setHeldBefore(heldDh) }
}

function PremiumStatus({ user: { isPremium, premiumLastDay, payment, isAdmin } }: { user: UserView }) {
  return (
    <div className={styles.status}>
      <Badge tone={isPremium ? 'premium' : 'neutral'}>{premiumLabel(isPremium)}</Badge>
      {isPremium && !isAdmin && <p className={styles.note}>{untilText(premiumLastDay)}</p>}
      {payment && <p className={styles.note}>{paymentText(payment)}</p>}
    </div>
  )
}

type Action = {
  label: string
  Icon: LucideIcon
  onChoose: () => void
  /** True for an action that takes something away; it stands apart at the end of the menu. */
  isDangerous?: boolean
  /** True for an action that wider windows offer outside the menu. */
  isPhoneOnly?: boolean
}

type ActionMenuProps = { label: string; disabled: boolean; actions: readonly Action[] }

function ActionMenu({ label, disabled, actions }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  useClosing(area, isOpen, () => setOpen(false))
  const choose = (action: Action) => {
    setOpen(false)
    // A dialog that the action opens returns the focus here, since the chosen item is hidden by then.
    area.current?.querySelector('button')?.focus()
    action.onChoose()
  }
  return (
    <div ref={area} className={styles.menu}>
      <IconButton
        Icon={EllipsisVertical}
        label={label}
        disabled={disabled}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      <ul id={id} hidden={!isOpen} className={styles.panel}>
        {actions.map((action) => (
          <li
            key={action.label}
            className={classNames(
              action.isPhoneOnly && styles.phoneOnly,
              action.isDangerous && styles.danger,
            )}
          >
            <button type="button" className={styles.item} disabled={disabled} onClick={() => choose(action)}>
              <action.Icon size={18} aria-hidden="true" />
              {action.label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
