import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { UserView } from '#shared/contract/admin-users.ts'
import { formatDay } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import type { Notice } from '#web/ui/notice.tsx'
import { Row } from '#web/ui/stack.tsx'
import { USERS_FAILED } from './admin-texts.ts'
import { changePremium, premiumLabel } from './change-premium.ts'
import { fetchUser } from './requests/fetch-user.ts'
import styles from './user-row.module.css'

type UserRowProps = { user: UserView; onNotice: (notice: Notice | null) => void }

/** One account; its actions are out of use while one of them runs. */
export function UserRow({ user, onNotice }: UserRowProps) {
  const { email, isPremium, isAdmin, createdAt } = user
  const store = useStoredUser()
  const premium = useMutation({
    mutationFn: () => changePremium(user, !isPremium),
    onMutate: () => onNotice(null),
    onSuccess: ({ stored, notice }) => {
      if (stored) store(stored)
      onNotice(notice)
    },
  })
  const refresh = useMutation({
    mutationFn: () => fetchUser(user.id),
    onSuccess: store,
    onError: () => onNotice({ kind: 'error', text: USERS_FAILED }),
  })
  const isBusy = premium.isPending || refresh.isPending

  return (
    <tr aria-busy={isBusy}>
      <th scope="row">
        <Row>
          {email}
          {isAdmin && <Badge tone="hue">Admin</Badge>}
        </Row>
      </th>
      <td data-label="Statut Premium">
        <Badge tone={isPremium ? 'premium' : 'neutral'}>{premiumLabel(isPremium)}</Badge>
      </td>
      <td data-label="Date d'inscription">{formatDay(createdAt)}</td>
      <td data-label="Actions">
        <Row>
          {!isAdmin && (
            <span className={styles.toggle}>
              <Button
                variant={isPremium ? 'secondary' : 'primary'}
                disabled={isBusy}
                onClick={() => premium.mutate()}
              >
                {premium.isPending ? 'Mise à jour...' : isPremium ? 'Rendre Gratuit' : 'Rendre Premium'}
              </Button>
            </span>
          )}
          <IconButton label={`Actualiser ${email}`} disabled={isBusy} onClick={() => refresh.mutate()}>
            <RefreshCw size={18} aria-hidden="true" />
          </IconButton>
        </Row>
      </td>
    </tr>
  )
}

/** Puts an account as it is stored now in place of what the lists hold. */
function useStoredUser() {
  const client = useQueryClient()
  return (stored: UserView) =>
    client.setQueriesData<InfiniteData<{ items: UserView[] }>>({ queryKey: ['users'] }, (data) =>
      data
        ? {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              items: page.items.map((user) => (user.id === stored.id ? stored : user)),
            })),
          }
        : data,
    )
}
