import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserView } from '#shared/entities/user.ts'
import { refusalCodeOf } from '#web/lib/api/failure.ts'
import { formatDay } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/card.tsx'
import type { Notice } from '#web/ui/notice.tsx'
import { Row } from '#web/ui/stack.tsx'
import { USERS_FAILED } from '../admin-texts.ts'
import { changePremium } from './change-premium.ts'
import { deletionFailure, deletionTexts } from './deletion-texts.ts'
import { PremiumStatus } from './premium-status.tsx'
import { deleteUser } from './requests/delete-user.ts'
import { fetchUser } from './requests/fetch-user.ts'
import { useListedUsers } from './use-listed-users.ts'
import { UserActions } from './user-actions.tsx'
import { type UserDialog, UserDialogs } from './user-dialogs.tsx'

type UserRowProps = {
  user: UserView
  onNotice: (notice: Notice | null) => void
  /** The account is no longer among those listed, and neither is its row. */
  onGone: () => void
}

/** One account; its actions are out of use while one of them runs. */
export function UserRow({ user, onNotice, onGone }: UserRowProps) {
  const [dialog, setDialog] = useState<UserDialog | null>(null)
  const lists = useListedUsers()
  const leave = (notice: Notice | null) => {
    lists.remove(user.id)
    onNotice(notice)
    onGone()
  }
  const premium = useMutation({
    mutationFn: () => changePremium(user, { isPremium: !user.isPremium }),
    onMutate: () => onNotice(null),
    onSuccess: ({ stored, notice }) => {
      if (stored) lists.store(stored)
      onNotice(notice)
    },
  })
  const refresh = useMutation({
    mutationFn: () => fetchUser(user.id),
    onMutate: () => onNotice(null),
    onSuccess: lists.store,
    onError: (error) => {
      if (refusalCodeOf(error) === 'NOT_FOUND')
        leave({ kind: 'error', text: `${user.email} : ce compte n'existe plus` })
      else onNotice({ kind: 'error', text: USERS_FAILED })
    },
  })
  const deletion = useMutation({
    mutationFn: () => deleteUser(user.id),
    onMutate: () => onNotice(null),
    onSuccess: () => leave({ kind: 'success', text: deletionTexts.done }),
    onError: (error) => onNotice(deletionFailure(error)),
  })
  const isBusy = premium.isPending || refresh.isPending || deletion.isPending

  return (
    <tr aria-busy={isBusy}>
      <th scope="row">
        <Row>
          {user.email}
          {user.isAdmin && <Badge tone="hue">Admin</Badge>}
        </Row>
      </th>
      <td data-label="Statut Premium">
        <PremiumStatus user={user} />
      </td>
      <td data-label="Date d'inscription">{formatDay(user.createdAt)}</td>
      <td data-label="Actions">
        <UserActions
          user={user}
          isBusy={isBusy}
          isChanging={premium.isPending}
          isDeleting={deletion.isPending}
          onToggle={() => premium.mutate()}
          onRefresh={() => refresh.mutate()}
          onOpen={setDialog}
        />
        {dialog && (
          <UserDialogs
            dialog={dialog}
            user={user}
            onClose={() => setDialog(null)}
            onDelete={() => deletion.mutate()}
            onNotice={onNotice}
            onGone={leave}
          />
        )}
      </td>
    </tr>
  )
}
