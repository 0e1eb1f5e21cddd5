import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Alert } from '#web/ui/alert.tsx'
import { EmptyState } from '#web/ui/loadable.tsx'
import { NoticeBanner, useNotice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import { listFailure, USERS_FAILED } from '../admin-texts.ts'
import { counted } from '../counted.ts'
import { CsvButton } from '../csv-button.tsx'
import { ListHeading, LoadMore, RefreshButton, SearchTools } from '../list-parts.tsx'
import { OfferNotice } from '../offer-notice.tsx'
import { useFocusAfterRemoval } from '../use-focus-after-removal.ts'
import { useSearchTerm } from '../use-search-term.ts'
import { premiumCsv } from './premium-csv.ts'
import { usersQuery } from './requests/fetch-users.ts'
import { UserRow } from './user-row.tsx'

const columns = ['Email', 'Statut Premium', "Date d'inscription", 'Actions']

/** The accounts: search, Premium on and off with what was paid, deletion, blocking, sessions. */
export function UsersTab() {
  const search = useSearchTerm()
  const users = useInfiniteQuery({ ...usersQuery(search.term), placeholderData: keepPreviousData })
  const [notice, show] = useNotice()
  const { heading, onGone } = useFocusAfterRemoval()
  const items = users.data?.pages.flatMap((page) => page.items)
  const isSettled = items && !users.isFetching
  const failure = listFailure(USERS_FAILED)

  return (
    <Stack>
      <ListHeading ref={heading} title="Utilisateurs" count={users.data?.pages[0]?.total} />
      <OfferNotice />
      <SearchTools
        of={search}
        placeholder="Rechercher des utilisateurs..."
        found={isSettled ? foundText(items.length, search.term, users.hasNextPage) : null}
      >
        <RefreshButton isBusy={users.isFetching} onRefresh={() => void users.refetch()} />
        <CsvButton label="Exporter les Premium (CSV)" of={premiumCsv} onNotice={show} />
      </SearchTools>
      {users.error && !users.isFetchNextPageError && (
        <Alert kind="error">
          <p>{USERS_FAILED}</p>
          {failure(users.error) !== USERS_FAILED && <p>{failure(users.error)}</p>}
        </Alert>
      )}
      {!items && users.isFetching && <Spinner />}
      {items?.length === 0 && <EmptyState>Aucun utilisateur trouvé.</EmptyState>}
      {items && items.length > 0 && (
        <Table caption="Utilisateurs" columns={columns}>
          {items.map((user) => (
            <UserRow key={user.id} user={user} onNotice={show} onGone={onGone} />
          ))}
        </Table>
      )}
      {items && <LoadMore of={users} error={failure} />}
      <NoticeBanner notice={notice} onClose={() => show(null)} />
    </Stack>
  )
}

function foundText(count: number, term: string, hasMore: boolean): string {
  if (term === '') return counted(count, 'utilisateur affiché')
  const found = `${counted(count, 'utilisateur trouvé')} pour « ${term} »`
  return hasMore ? `${found}, et d'autres plus loin` : found
}
