import { listUsers } from '#shared/contract/admin/users.ts'
import { type UserState, userStateLabels } from '#shared/domain/premium/user-state.ts'
import type { UserView } from '#shared/entities/user.ts'
import { call } from '#web/lib/api/call.ts'
import { troubleHint } from '#web/lib/api/failure.ts'
import { formatCalendarDay } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/moments.ts'
import { FailureLines } from '#web/ui/loadable.tsx'
import { Alert } from '#web/ui/status.tsx'
import { Table } from '#web/ui/table.tsx'
import { counted, USERS_FAILED } from '../admin-texts.ts'
import { CsvButton, type CsvExport } from '../csv-export.tsx'
import { DataList, useList } from '../data-list.tsx'
import { RefreshButton } from '../list-parts.tsx'
import { FilterField, SearchTools, useFilter, useSearchTerm } from '../list-search.tsx'
import { OfferNotice } from '../notices.tsx'
import { premiumLabel } from './premium-change.ts'
import { UserRow } from './user-row.tsx'

const columns = ['Email', 'Statut Premium', "Date d'inscription", 'Actions']

type Choice = { search: string; state: UserState | undefined }

const FILE_NAMES: Record<UserState, string> = {
  premium: 'premium',
  ending: 'premium-bientot-fini',
  ended: 'premium-termine',
  never: 'jamais-premium',
  request: 'demande-en-attente',
}

/** The shown accounts as a file, with what was paid; Premium that has ended is 'Gratuit' with its last day. */
const usersCsv = (choice: Choice): CsvExport<UserView> => ({
  name: choice.state ? `utilisateurs-${FILE_NAMES[choice.state]}` : 'utilisateurs',
  readPage: (cursor) => call(listUsers, { query: { ...choice, limit: 100, cursor } }),
  columns: [
    ['Email', ({ email }) => email],
    ['Statut Premium', ({ isPremium }) => premiumLabel(isPremium)],
    ['Dernier jour', ({ premiumLastDay }) => (premiumLastDay ? formatCalendarDay(premiumLastDay) : '')],
    ['Montant (DH)', ({ payment }) => payment?.amount.toLocaleString('fr-FR', { useGrouping: false }) ?? ''],
    ['Moyen de paiement', ({ payment }) => payment?.means ?? ''],
    ['Référence', ({ payment }) => payment?.reference ?? ''],
    ["Date d'inscription", ({ createdAt }) => formatDay(createdAt)],
  ],
})

export function UsersTab() {
  const search = useSearchTerm()
  const state = useFilter('state', { '': 'Tous les comptes', ...userStateLabels }, '')
  const choice: Choice = { search: search.term, state: state.choice || undefined }
  const users = useList(listUsers, { query: choice })
  const total = users.data?.pages[0]?.total
  return (
    <DataList
      title="Utilisateurs"
      of={users}
      error={USERS_FAILED}
      keyBy="id"
      empty="Aucun utilisateur trouvé."
      renderItems={(items) => (
        <Table caption="Utilisateurs" columns={columns} compact>
          {items.map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
        </Table>
      )}
    >
      <OfferNotice />
      <SearchTools
        of={search}
        placeholder="Rechercher des utilisateurs..."
        found={total === undefined || users.isFetching ? null : foundText(total, search.term)}
      >
        <FilterField label="Afficher" of={state} />
        <RefreshButton of={users} />
        <CsvButton label="Exporter (CSV)" of={usersCsv(choice)} />
      </SearchTools>
      {users.isRefetchError && !troubleHint(users.error) && (
        <Alert kind="error">
          <FailureLines text={USERS_FAILED} error={users.error} />
        </Alert>
      )}
    </DataList>
  )
}

function foundText(total: number, term: string): string {
  return term === ''
    ? counted(total, 'utilisateur')
    : `${counted(total, 'utilisateur trouvé')} pour «\u00a0${term}\u00a0»`
}
