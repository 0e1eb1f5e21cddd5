import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endUserSignIns } from '#shared/contract/admin/users.ts'
import { listWatched, type WatchedAccount } from '#shared/contract/admin/watch.ts'
import { api } from '#web/lib/api/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button, ExternalButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { Row, Stack, Tools } from '#web/ui/stack.tsx'
import { failureText } from '../admin-texts.ts'
import { BlockDialog } from '../blocked/block-dialog.tsx'
import { Address, ListHeading, PeriodField, RefreshButton, useFocusAfterRemoval } from '../list-parts.tsx'
import { DayChart } from './day-chart.tsx'
import styles from './watch.module.css'
import { letterTo, watchSentence } from './watch-texts.ts'

const PERIODS = [7, 30, 90] as const
type Period = (typeof PERIODS)[number]

/** Lists the accounts that stand out, with an owner's actions on each. */
export function WatchPage() {
  const [days, setDays] = useState<Period>(7)
  const watched = useQuery({
    ...api(listWatched).queryOptions({ query: { days } }),
    placeholderData: keepPreviousData,
  })
  const heading = useFocusAfterRemoval(watched.data?.items.map(({ userId }) => userId))
  const refresh = () => void watched.refetch()
  return (
    <Stack>
      <ListHeading ref={heading} title="Comptes à surveiller" count={watched.data?.items.length} />
      <p>
        Un compte est pour un seul élève. Ceux-ci ont ouvert beaucoup de documents, changé souvent de
        navigateur, été demandés par un navigateur qui ne les a pas obtenus, ou servi depuis plusieurs
        réseaux, parfois tour à tour. Un téléphone en déplacement change aussi de réseau : écrivez avant de
        bloquer.
      </p>
      <Tools>
        <PeriodField periods={PERIODS} value={days} onChange={setDays} />
        <RefreshButton isBusy={watched.isFetching} onRefresh={refresh} />
      </Tools>
      <Loadable of={watched} error="Erreur lors du chargement des comptes à surveiller">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>Aucun compte à surveiller pendant cette période.</EmptyState>
          ) : (
            items.map((account) => (
              <Account key={account.userId} account={account} days={days} onBlocked={refresh} />
            ))
          )
        }
      </Loadable>
    </Stack>
  )
}

type AccountProps = { account: WatchedAccount; days: number; onBlocked: () => void }

function Account({ account, days, onBlocked }: AccountProps) {
  const { userId, email } = account
  const [dialog, setDialog] = useState<'sessions' | 'block' | null>(null)
  const close = () => setDialog(null)
  const ending = useMutation({
    ...api(endUserSignIns).mutationOptions(),
    onMutate: () => showToast(null),
    onSuccess: () => showToast({ kind: 'success', text: `${email} : sessions terminées` }),
    onError: (error) =>
      showToast({ kind: 'error', text: failureText(error, 'Erreur lors de la fin des sessions') }),
  })
  return (
    <Card>
      <h3>
        <Address>{email}</Address>
      </h3>
      <p>{watchSentence(account)}</p>
      <DayChart account={account} days={days} />
      <Row>
        <ExternalButtonLink variant="secondary" href={letterTo(account)}>
          Écrire
        </ExternalButtonLink>
        <Button variant="secondary" disabled={ending.isPending} onClick={() => setDialog('sessions')}>
          {ending.isPending ? 'Déconnexion en cours...' : 'Terminer les sessions'}
        </Button>
        <span className={styles.apart}>
          <Button variant="danger" onClick={() => setDialog('block')}>
            Bloquer
          </Button>
        </span>
      </Row>
      {dialog === 'sessions' && (
        <ConfirmDialog
          title="Terminer les sessions"
          confirm="Terminer"
          onConfirm={() => ending.mutate({ params: { id: userId } })}
          onClose={close}
        >
          <p>
            Tous les appareils de <strong>{email}</strong> seront déconnectés. L'élève se reconnecte avec son
            mot de passe.
          </p>
        </ConfirmDialog>
      )}
      {dialog === 'block' && <BlockDialog email={email} onClose={close} onBlocked={onBlocked} />}
    </Card>
  )
}
