import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { useState } from 'react'
import { unblockEmail } from '#shared/contract/admin/security.ts'
import type { BlockedEmail } from '#shared/entities/blocked-email.ts'
import { api } from '#web/lib/api/api.ts'
import { formatMoment } from '#web/lib/format/moments.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import { failureText } from '../admin-texts.ts'
import {
  Address,
  ListHeading,
  LoadMore,
  OnPhone,
  RefreshButton,
  useFocusAfterRemoval,
} from '../list-parts.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { blockedCount, blockedQuery } from './blocked-query.ts'
import styles from './blocked-tab.module.css'

const columns = ['Email Bloqué', 'Raison', 'Bloqué le', 'Bloqué par', 'Actions']
const FAILED = 'Erreur lors du chargement des utilisateurs bloqués'

/** Lists the addresses that may no longer sign in; blocks further ones and unblocks them. */
export function BlockedTab() {
  const blocked = useInfiniteQuery(blockedQuery)
  const [isBlocking, setBlocking] = useState(false)
  const items = blocked.data?.pages.flatMap((page) => page.items)
  const heading = useFocusAfterRemoval(items?.map(({ email }) => email))
  return (
    <Stack>
      <ListHeading
        ref={heading}
        title="Utilisateurs Bloqués"
        count={blocked.data && blockedCount(blocked.data)}
      />
      <Row>
        <RefreshButton isBusy={blocked.isFetching} onRefresh={() => void blocked.refetch()} />
        <Button variant="secondary" onClick={() => setBlocking(true)}>
          <UserX size={18} aria-hidden="true" />
          Bloquer une adresse
        </Button>
      </Row>
      <Loadable of={blocked} error={FAILED}>
        {() => <BlockedTable items={items ?? []} />}
      </Loadable>
      {blocked.data && <LoadMore of={blocked} error={FAILED} />}
      {isBlocking && <BlockDialog onClose={() => setBlocking(false)} />}
    </Stack>
  )
}

function BlockedTable({ items }: { items: readonly BlockedEmail[] }) {
  if (items.length === 0)
    return (
      <EmptyState more={<p>Tous les utilisateurs ont actuellement accès au système.</p>}>
        Aucun utilisateur bloqué
      </EmptyState>
    )
  return (
    <Table caption="Utilisateurs bloqués" columns={columns} compact>
      {items.map((item) => (
        <BlockedRow key={item.email} item={item} />
      ))}
    </Table>
  )
}

function BlockedRow({ item: { email, reason, blockedAt, blockedBy } }: { item: BlockedEmail }) {
  const [isAsking, setAsking] = useState(false)
  const unblocking = useMutation({
    ...api(unblockEmail).mutationOptions(),
    onMutate: () => showToast(null),
    onSuccess: () => showToast({ kind: 'success', text: `${email} : adresse débloquée` }),
    onError: (error) => showToast({ kind: 'error', text: failureText(error, 'Erreur lors du déblocage') }),
  })
  return (
    <tr aria-busy={unblocking.isPending}>
      <th scope="row">
        <Address>{email}</Address>
      </th>
      <td data-label="Raison" className={styles.text}>
        {reason}
      </td>
      <td data-label="Bloqué le">{formatMoment(blockedAt)}</td>
      <td data-label="Bloqué par" className={styles.text}>
        <OnPhone>Par </OnPhone>
        <Address>{blockedBy}</Address>
      </td>
      <td data-label="Actions">
        <Button variant="secondary" disabled={unblocking.isPending} onClick={() => setAsking(true)}>
          {unblocking.isPending ? 'Déblocage...' : 'Débloquer'}
        </Button>
        {isAsking && (
          <ConfirmDialog
            title="Débloquer l'adresse"
            confirm="Débloquer"
            onConfirm={() => unblocking.mutate({ params: { email } })}
            onClose={() => setAsking(false)}
          >
            <p>Êtes-vous sûr de vouloir débloquer cette adresse ?</p>
            <p>
              <strong>{email}</strong> pourra de nouveau se connecter ou s'inscrire.
            </p>
          </ConfirmDialog>
        )}
      </td>
    </tr>
  )
}
