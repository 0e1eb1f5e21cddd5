import { useQuery } from '@tanstack/react-query'
import type { BlockedItem } from '#shared/contract/admin-security.ts'
import { formatMoment } from '#web/lib/dates.ts'
import { Loadable } from '#web/ui/loadable.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import { listFailure, USERS_FAILED } from './admin-texts.ts'
import { blockedQuery } from './requests/fetch-blocked.ts'

/** The addresses that may no longer sign in. */
export function BlockedTab() {
  const blocked = useQuery(blockedQuery)
  return (
    <Stack>
      <h2>Utilisateurs Bloqués{blocked.data && ` (${blocked.data.length})`}</h2>
      <Loadable of={blocked} error={listFailure(USERS_FAILED)}>
        {(items) => <BlockedTable items={items} />}
      </Loadable>
    </Stack>
  )
}

function BlockedTable({ items }: { items: readonly BlockedItem[] }) {
  if (items.length === 0)
    return (
      <>
        <p>Aucun utilisateur bloqué</p>
        <p>Tous les utilisateurs ont actuellement accès au système.</p>
      </>
    )
  return (
    <Table caption="Utilisateurs bloqués" columns={['Email Bloqué', 'Raison', 'Bloqué le', 'Bloqué par']}>
      {items.map(({ email, reason, blockedAt, blockedBy }) => (
        <tr key={email}>
          <th scope="row">{email}</th>
          <td data-label="Raison">{reason}</td>
          <td data-label="Bloqué le">{formatMoment(blockedAt)}</td>
          <td data-label="Bloqué par">{blockedBy}</td>
        </tr>
      ))}
    </Table>
  )
}
