import { useQuery } from '@tanstack/react-query'
import type { BlockedItem } from '#shared/contract/admin-security.ts'
import { formatMoment } from '#web/lib/dates.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { blockedQuery } from './requests/fetch-blocked.ts'

/** The addresses that may no longer sign in. */
export function BlockedTab() {
  const { data, error, isFetching, refetch } = useQuery(blockedQuery)
  return (
    <Stack>
      <h2>Utilisateurs Bloqués{data && ` (${data.length})`}</h2>
      {!data && isFetching && <Spinner />}
      {!isFetching && error && (
        <NotLoaded
          error={error}
          fallback="Une erreur est survenue lors du chargement des utilisateurs"
          onRetry={() => void refetch()}
        />
      )}
      {data && <BlockedTable items={data} />}
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
