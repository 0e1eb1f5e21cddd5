import { useInfiniteQuery } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { useState } from 'react'
import type { BlockedEmail } from '#shared/entities/blocked-email.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { type Notice, NoticeBanner, useNotice } from '#web/ui/notice.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import { listFailure } from '../admin-texts.ts'
import { ListHeading, LoadMore, RefreshButton } from '../list-parts.tsx'
import { useFocusAfterRemoval } from '../use-focus-after-removal.ts'
import { BlockDialog } from './block-dialog.tsx'
import { BlockedRow } from './blocked-row.tsx'
import { blockedCount, blockedQuery } from './requests/fetch-blocked.ts'

const columns = ['Email Bloqué', 'Raison', 'Bloqué le', 'Bloqué par', 'Actions']
const failure = listFailure('Erreur lors du chargement des utilisateurs bloqués')

/** The addresses that may no longer sign in, and the way to block one more or let one in again. */
export function BlockedTab() {
  const blocked = useInfiniteQuery(blockedQuery)
  const [notice, show] = useNotice()
  const [isBlocking, setBlocking] = useState(false)
  const { heading, onGone } = useFocusAfterRemoval()
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
      <Loadable of={blocked} error={failure}>
        {({ pages }) => (
          <BlockedTable items={pages.flatMap((page) => page.items)} onNotice={show} onGone={onGone} />
        )}
      </Loadable>
      {blocked.data && <LoadMore of={blocked} error={failure} />}
      {isBlocking && <BlockDialog onClose={() => setBlocking(false)} onBlocked={show} />}
      <NoticeBanner notice={notice} onClose={() => show(null)} />
    </Stack>
  )
}

type BlockedTableProps = {
  items: readonly BlockedEmail[]
  onNotice: (notice: Notice | null) => void
  onGone: () => void
}

function BlockedTable({ items, onNotice, onGone }: BlockedTableProps) {
  if (items.length === 0)
    return (
      <EmptyState more={<p>Tous les utilisateurs ont actuellement accès au système.</p>}>
        Aucun utilisateur bloqué
      </EmptyState>
    )
  return (
    <Table caption="Utilisateurs bloqués" columns={columns}>
      {items.map((item) => (
        <BlockedRow key={item.email} item={item} onNotice={onNotice} onGone={onGone} />
      ))}
    </Table>
  )
}
