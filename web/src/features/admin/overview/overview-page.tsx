import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { getDriveAccess, listBrokenDocuments } from '#shared/contract/admin/documents.ts'
import { rankOpenings } from '#shared/contract/admin/openings.ts'
import {
  getOverview,
  getPracticeStatistics,
  getPublication,
  type Overview,
} from '#shared/contract/admin/overview.ts'
import { syncUsers } from '#shared/contract/admin/users.ts'
import { api, invalidateRoutes } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Row, Stack } from '#web/ui/card.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { counted, dirhams } from '../admin-texts.ts'
import { type Column, DataTable } from '../data-list.tsx'
import { RefreshButton } from '../list-parts.tsx'
import { OfferNotice } from '../notices.tsx'
import { BrokenDocuments, DriveAccess, MissingSubjects } from './documents.tsx'
import styles from './overview.module.css'
import { PublicationBox } from './publication-box.tsx'
import { OpenedPages, PractisedPapers } from './student-activity.tsx'
import { useSteppedTask } from './use-stepped-task.ts'
import { Waiting } from './waiting.tsx'
import { WeekChart } from './week-chart.tsx'

/** The routes that fill the boxes of the page. */
const SHOWN = [
  getOverview,
  rankOpenings,
  getPracticeStatistics,
  getPublication,
  getDriveAccess,
  listBrokenDocuments,
]

export function OverviewPage() {
  const client = useQueryClient()
  const overview = useQuery(api(getOverview).queryOptions({}))
  return (
    <Stack>
      <Row>
        <h2>Tableau de bord</h2>
        <RefreshButton
          of={{ isFetching: overview.isFetching, refetch: () => invalidateRoutes(client, SHOWN) }}
        />
      </Row>
      <OfferNotice />
      <Loadable of={overview} error="Erreur lors du chargement du tableau de bord">
        {(figures) => (
          <>
            <Waiting figures={figures} Heading="h3" />
            <Counts figures={figures} />
            <WeekChart weeks={figures.weeks} />
            <CardSales sales={figures.cardSales} />
            <OpenedPages />
            <PractisedPapers />
            <div className={styles.columns}>
              <MissingSubjects missing={figures.missingSubjects} />
              <Stack>
                <PublicationBox />
                <DriveAccess />
                <BrokenDocuments documents={figures.subjects + figures.resources} />
                <SyncAccounts />
                <TimeZone version={figures.timeZoneData} />
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

const saleColumns: readonly Column<Overview['cardSales'][number]>[] = [
  { title: 'Lieu de vente', cell: ({ label }) => label },
  { title: 'Cartes activées', cell: ({ used }) => used.toLocaleString('fr-FR') },
  { title: 'Somme', cell: ({ sum }) => dirhams(sum) },
]

/** The sales of cards; nothing before the first sale. */
function CardSales({ sales }: { sales: Overview['cardSales'] }) {
  if (sales.length === 0) return null
  return (
    <Card>
      <h3>Cartes vendues</h3>
      <DataTable caption="Cartes vendues" columns={saleColumns} items={sales} keyBy="label" inline />
    </Card>
  )
}

function SyncAccounts() {
  const sync = useSteppedTask({
    step: (cursor) => call(syncUsers, { query: { cursor } }),
    start: 0,
    add: (created, step) => created + step.created,
    invalidates: syncUsers.invalidates,
  })
  return (
    <Card>
      <h3>Comptes sans profil</h3>
      <p>
        Un compte créé alors que le site était en panne peut manquer dans la liste des utilisateurs. La
        synchronisation crée les profils qui manquent.
      </p>
      <div>
        <Button variant="secondary" disabled={sync.isRunning} onClick={sync.run} Icon={UsersRound}>
          {sync.isRunning ? 'Synchronisation en cours...' : 'Synchroniser les comptes'}
        </Button>
      </div>
      <Failure of={sync.error} text="Erreur lors de la synchronisation" />
      <p role="status">{sync.isComplete && !sync.isRunning && `${counted(sync.sum, 'profil créé')}.`}</p>
    </Card>
  )
}

/** Shows the version of the time zone data by which the server ends a day. */
function TimeZone({ version }: { version: Overview['timeZoneData'] }) {
  return (
    <Card>
      <h3>Heure du Maroc</h3>
      <p>
        L'offre, les accès Premium, les cartes et les annonces finissent à minuit au Maroc. Le serveur connaît
        l'heure du Maroc par les données de fuseaux horaires{' '}
        <strong>{version ?? 'de version inconnue'}</strong>
        &nbsp;; après un changement de l'heure légale, il lui en faut de plus récentes.
      </p>
    </Card>
  )
}
