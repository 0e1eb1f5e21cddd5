import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, RefreshCw, X } from 'lucide-react'
import { type SubjectKey, subjectYears } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { getDriveAccess, listBrokenDocuments } from '#shared/contract/admin/documents.ts'
import { rankOpenings } from '#shared/contract/admin/openings.ts'
import {
  getOverview,
  getPracticeStatistics,
  getPublication,
  orderPublication,
  type PublicationView,
} from '#shared/contract/admin/overview.ts'
import { api, invalidateRoutes } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatMoment } from '#web/lib/moments.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card, classNames, Row, Stack } from '#web/ui/card.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { Alert } from '#web/ui/status.tsx'
import { counted } from '../admin-texts.ts'
import { RefreshButton } from '../list-parts.tsx'
import { OfferNotice } from '../notices.tsx'
import { CardSales, Counts, WeekChart } from './figures.tsx'
import styles from './overview.module.css'
import { OpenedPages, PractisedPapers } from './student-activity.tsx'
import { BrokenDocuments, DriveAccess, SyncAccounts, TimeZone } from './upkeep.tsx'
import { Waiting } from './waiting.tsx'

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

function MissingSubjects({ missing }: { missing: readonly SubjectKey[] }) {
  return (
    <Card>
      <h3>Sujets manquants</h3>
      <p>{missing.length === 0 ? 'Tous les sujets sont en ligne.' : summary(missing)}</p>
      <Matrix missing={missing} />
      <div>
        <ButtonLink to="/sujets-bac/upload" variant="secondary">
          Téléverser un sujet
        </ButtonLink>
      </div>
    </Card>
  )
}

const columns = TRACK_CODES.flatMap((track) => EXAM_SESSIONS.map((session) => ({ track, session })))

/** It stays a table on a phone, because only a table shows the pattern of the gaps. */
function Matrix({ missing }: { missing: readonly SubjectKey[] }) {
  const isMissing = ({ track, year, session }: SubjectKey) =>
    missing.some((gap) => gap.track === track && gap.year === year && gap.session === session)
  return (
    <table className={styles.matrix}>
      <caption className="visually-hidden">Sujets manquants par année, filière et session</caption>
      <thead>
        <tr>
          <th rowSpan={2} scope="col">
            Année
          </th>
          {TRACK_CODES.map((track) => (
            <th key={track} colSpan={EXAM_SESSIONS.length} scope="colgroup" data-track={track}>
              {track}
            </th>
          ))}
        </tr>
        <tr>
          {columns.map(({ track, session }) => (
            <th key={`${track} ${session}`} scope="col" className={styles.session}>
              {session.charAt(0)}
              <span className={styles.rest}>{session.slice(1)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {subjectYears(missing).map((year) => (
          <tr key={year}>
            <th scope="row">{year}</th>
            {columns.map(({ track, session }) => (
              <Cell key={`${track} ${session}`} isMissing={isMissing({ track, year, session })} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell({ isMissing }: { isMissing: boolean }) {
  const Icon = isMissing ? X : Check
  return (
    <td className={classNames(isMissing && styles.missing)}>
      <Icon size={18} aria-hidden="true" />
      <span className="visually-hidden">{isMissing ? 'Manquant' : 'En ligne'}</span>
    </td>
  )
}

function summary(missing: readonly SubjectKey[]): string {
  const parts = TRACK_CODES.flatMap((code) => {
    const count = missing.filter(({ track }) => track === code).length
    return count > 0 ? `${count} en ${code}` : []
  })
  return `${counted(missing.length, 'sujet manquant')}\u00a0: ${parts.join(', ')}.`
}

const LOOK_AGAIN_MS = 2_000

function PublicationBox() {
  const publication = useQuery({
    ...api(getPublication).queryOptions({}),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? LOOK_AGAIN_MS : false),
  })
  const order = useAction(orderPublication)
  return (
    <Card>
      <h3>Publication des pages</h3>
      <p>
        Les pages publiques sont refaites quelques secondes après chaque changement de paramètres, de sujets
        ou de ressources.
      </p>
      <Loadable of={publication} error="Erreur lors du chargement de la publication">
        {(view) => (
          <>
            {view.state === 'failed' && (
              <Alert kind="error">
                La dernière publication a échoué. Elle est recommencée automatiquement&nbsp;; si elle échoue
                encore, l'opérateur est prévenu.
              </Alert>
            )}
            <p role="status">{describe(view)}</p>
            <div>
              <Button
                variant="secondary"
                disabled={order.isPending || isUnderWay(view)}
                onClick={() => order.mutate({})}
                Icon={RefreshCw}
              >
                {order.isPending || isUnderWay(view) ? 'Publication en cours...' : 'Publier à nouveau'}
              </Button>
            </div>
            <Failure of={order.error} text="Erreur lors de la demande de publication" />
          </>
        )}
      </Loadable>
    </Card>
  )
}

function isUnderWay(view: PublicationView | undefined): boolean {
  return view?.state === 'requested' || view?.state === 'running'
}

function describe({ state, publishedAt, filesWritten }: PublicationView): string {
  if (state === 'requested') return 'Publication demandée\u00a0: elle commence dans quelques secondes.'
  if (state === 'running') return 'Les pages sont en cours de publication.'
  if (publishedAt === null) return 'Aucune publication pour le moment.'
  const count = filesWritten === 0 ? 'aucun fichier modifié' : counted(filesWritten, 'fichier modifié')
  return `Dernière publication\u00a0: ${formatMoment(publishedAt)}, ${count}.`
}
