import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Overview } from '#shared/contract/admin-overview.ts'
import { Loadable } from '#web/ui/loadable.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { listFailure } from '../admin-texts.ts'
import { RefreshButton } from '../list-parts.tsx'
import { OfferNotice } from '../offer-notice.tsx'
import { BrokenDocuments } from './broken-documents.tsx'
import { MissingSubjects } from './missing-subjects.tsx'
import styles from './overview-page.module.css'
import { brokenDocumentsQuery } from './requests/fetch-broken-documents.ts'
import { overviewQuery } from './requests/fetch-overview.ts'
import { SyncAccounts } from './sync-accounts.tsx'
import { WeekChart } from './week-chart.tsx'

/** The owner's first look: live figures, what is missing or broken, how the site grows. */
export function OverviewPage() {
  const client = useQueryClient()
  const overview = useQuery(overviewQuery)
  const refresh = () => {
    for (const { queryKey } of [overviewQuery, brokenDocumentsQuery])
      void client.invalidateQueries({ queryKey })
  }
  return (
    <Stack>
      <Row>
        <h2>Tableau de bord</h2>
        <RefreshButton isBusy={overview.isFetching} onRefresh={refresh} />
      </Row>
      <OfferNotice />
      <Loadable of={overview} error={listFailure('Erreur lors du chargement du tableau de bord')}>
        {(figures) => (
          <>
            <Counts figures={figures} />
            <WeekChart weeks={figures.weeks} />
            <div className={styles.columns}>
              <MissingSubjects missing={figures.missingSubjects} />
              <Stack>
                <BrokenDocuments documents={figures.subjects + figures.resources} />
                <SyncAccounts />
              </Stack>
            </div>
          </>
        )}
      </Loadable>
    </Stack>
  )
}

function Counts({ figures }: { figures: Overview }) {
  const counts = [
    { label: 'Utilisateurs', value: figures.users },
    { label: 'Premium', value: figures.premium },
    { label: 'Ressources', value: figures.resources },
    { label: 'Sujets du bac', value: figures.subjects },
    { label: 'Sujets manquants', value: figures.missingSubjects.length },
    { label: 'Documents en défaut', value: figures.brokenDocuments },
  ]
  return (
    <dl className={styles.counts}>
      {counts.map(({ label, value }) => (
        <div key={label} className={styles.count}>
          <dt>{label}</dt>
          <dd>{value.toLocaleString('fr-FR')}</dd>
        </div>
      ))}
    </dl>
  )
}
