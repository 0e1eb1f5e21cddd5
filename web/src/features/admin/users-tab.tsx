import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { troubleHint } from '#web/lib/api/failure.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { NoticeArea, useNotice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Stack, Tools } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import { USERS_FAILED } from './admin-texts.ts'
import { usersQuery } from './requests/fetch-users.ts'
import { UserRow } from './user-row.tsx'

const SEARCH_PAUSE_MS = 300

/** The accounts: search, Premium on and off, one by one refreshed. */
export function UsersTab() {
  const [search, setSearch] = useState('')
  const settled = useDebounced(search.trim(), SEARCH_PAUSE_MS)
  const users = useInfiniteQuery({ ...usersQuery(settled), placeholderData: keepPreviousData })
  const [notice, show] = useNotice()
  const items = users.data?.pages.flatMap((page) => page.items)
  const total = users.data?.pages[0]?.total

  return (
    <Stack>
      <h2>Utilisateurs{total !== undefined && ` (${total})`}</h2>
      <Tools>
        <TextField
          label="Rechercher"
          type="search"
          placeholder="Rechercher des utilisateurs..."
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Button variant="secondary" disabled={users.isFetching} onClick={() => void users.refetch()}>
          <RefreshCw size={18} aria-hidden="true" />
          Actualiser
        </Button>
      </Tools>
      <NoticeArea notice={notice} />
      {users.error && (
        <Alert kind="error">
          <p>{USERS_FAILED}</p>
          {troubleHint(users.error) && <p>{troubleHint(users.error)}</p>}
        </Alert>
      )}
      {!items && users.isFetching && <Spinner />}
      <p className="visually-hidden" role="status">
        {items && !users.isFetching && `${items.length} utilisateur(s) affiché(s)`}
      </p>
      {items?.length === 0 && <p>Aucun utilisateur trouvé.</p>}
      {items && items.length > 0 && (
        <Table caption="Utilisateurs" columns={['Email', 'Statut Premium', "Date d'inscription", 'Actions']}>
          {items.map((user) => (
            <UserRow key={user.id} user={user} onNotice={show} />
          ))}
        </Table>
      )}
      {users.hasNextPage && (
        <div>
          <Button
            variant="secondary"
            disabled={users.isFetchingNextPage}
            onClick={() => void users.fetchNextPage()}
          >
            {users.isFetchingNextPage ? 'Chargement...' : 'Charger plus'}
          </Button>
        </div>
      )}
    </Stack>
  )
}
