import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getDriveAccess, listBrokenDocuments } from '#shared/contract/admin/documents.ts'
import { rankOpenings } from '#shared/contract/admin/openings.ts'
import { getOverview, type Overview } from '#shared/contract/admin/overview.ts'
import { getPracticeStatistics } from '#shared/contract/admin/practice.ts'
import { getPublication } from '#shared/contract/admin/publication.ts'
import { api } from '#web/lib/api/api.ts'
import { invalidateRoutes } from '#web/lib/api/cache.ts'
import { Card } from '#web/ui/card.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { dirhams } from '../admin-texts.ts'
import { type Column, DataTable } from '../data-list.tsx'
import { RefreshButton } from '../list-parts.tsx'
import { OfferNotice } from '../notices.tsx'
import { MissingSubjects } from './missing-subjects.tsx'
import styles from './overview.module.css'
import { PublicationBox } from './publication-box.tsx'
import { OpenedPages, PractisedPapers } from './student-activity.tsx'
import { BrokenDocuments, DriveAccess, SyncAccounts, TimeZone } from './upkeep.tsx'
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
