import { useQuery } from '@tanstack/react-query'
import { Check, ScanSearch, X } from 'lucide-react'
import { type SubjectKey, subjectYears } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, type ExamSession, TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import {
  checkDocuments,
  getDriveAccess,
  type ListedBroken,
  listBrokenDocuments,
} from '#shared/contract/admin/documents.ts'
import { faultAdvice, faultText } from '#shared/domain/documents/fault-texts.ts'
import { type DriveAccess as Access, missingPartTexts } from '#shared/entities/drive-access.ts'
import { api } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { formatMoment } from '#web/lib/moments.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card, classNames, Row } from '#web/ui/card.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Alert } from '#web/ui/status.tsx'
import { counted } from '../admin-texts.ts'
import { type Column, DataTable } from '../data-list.tsx'
import styles from './overview.module.css'
import { useSteppedTask } from './use-stepped-task.ts'

const columns: readonly Column<ListedBroken>[] = [
  { title: 'Document', cell: ({ title }) => title },
  {
    title: 'Défaut',
    cell: (broken) => (
      <>
        {faultText(broken)}
        <br />
        <small>{faultAdvice(broken)}</small>
      </>
    ),
  },
  { title: 'Depuis', cell: ({ since }) => formatMoment(since) },
  { title: 'Ouvertures depuis', cell: ({ openings }) => openings },
]

/** Lists the documents whose file cannot be delivered, and checks all of them; `documents` is their number. */
export function BrokenDocuments({ documents }: { documents: number }) {
  const broken = useQuery(api(listBrokenDocuments).queryOptions({}))
  const check = useSteppedTask({
    step: (cursor) => call(checkDocuments, { query: { cursor } }),
    start: { checked: 0, broken: 0 },
    add: (sum, step) => ({ checked: sum.checked + step.checked, broken: sum.broken + step.broken }),
    invalidates: checkDocuments.invalidates,
  })
  return (
    <Card>
      <h3 id="documents-en-defaut">Documents en défaut</h3>
      <Loadable of={broken} error="Erreur lors du chargement des documents en défaut">
        {({ items, checkedAt }) => (
          <>
            <p>{checkedAt ? `Dernière vérification : ${formatMoment(checkedAt)}` : 'Jamais vérifiés.'}</p>
            {items.length > 0 && (
              <DataTable caption="Documents en défaut" columns={columns} items={items} keyBy="id" />
            )}
            {items.length === 0 && checkedAt && <EmptyState>Aucun document en défaut.</EmptyState>}
          </>
        )}
      </Loadable>
      <Row>
        <Button variant="secondary" disabled={check.isRunning} onClick={check.run} Icon={ScanSearch}>
          {check.isRunning ? 'Vérification en cours...' : 'Vérifier maintenant'}
        </Button>
        {check.isRunning && (
          <Button variant="quiet" onClick={check.stop}>
            Arrêter
          </Button>
        )}
      </Row>
      <Failure of={check.error} text="Erreur lors de la vérification des documents" />
      {check.sum.checked > 0 && (
        <>
          <p role="status">
            {`${counted(check.sum.checked, 'document vérifié')} sur ${documents.toLocaleString('fr-FR')}, `}
            {`${check.sum.broken.toLocaleString('fr-FR')} en défaut.`}
          </p>
          {check.isRunning && <ProgressBar value={check.sum.checked} max={Math.max(documents, 1)} />}
        </>
      )}
    </Card>
  )
}

const texts = {
  ...missingPartTexts,
  ready: 'Le site lit les documents partagés avec son compte de service.',
  unused: "Ce site n'a pas de compte de service : les documents s'ouvrent dans Google Drive lui-même.",
  unknown: "Google Drive ne répond pas. Ce n'est d'ordinaire qu'un moment.",
} as const satisfies Record<Access['state'], string>

/** Says that the documents can be read in Drive, or which part of the access is missing. */
export function DriveAccess() {
  const access = useQuery(api(getDriveAccess).queryOptions({}))
  return (
    <Card>
      <h3>Accès à Google Drive</h3>
      <Loadable of={access} error="Erreur lors de la vérification de l'accès à Google Drive">
        {({ state, account }) => (
          <>
            {state === 'ready' || state === 'unused' ? (
              <p>{texts[state]}</p>
            ) : (
              <Alert kind="error">{texts[state]}</Alert>
            )}
            {account !== null && (
              <p>
                Compte de service&nbsp;: <strong>{account}</strong>
              </p>
            )}
          </>
        )}
      </Loadable>
    </Card>
  )
}

/**
 * Shows the subjects that are not uploaded yet: years by tracks by sessions. It stays a table on a phone, because only
 * a table shows the pattern of the gaps.
 */
export function MissingSubjects({ missing }: { missing: readonly SubjectKey[] }) {
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

function Matrix({ missing }: { missing: readonly SubjectKey[] }) {
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
          {TRACK_CODES.flatMap((track) =>
            EXAM_SESSIONS.map((session) => (
              <th key={`${track} ${session}`} scope="col" className={styles.session}>
                {session.charAt(0)}
                <span className={styles.rest}>{session.slice(1)}</span>
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {listYears(missing).map(({ year, cells }) => (
          <tr key={year}>
            <th scope="row">{year}</th>
            {cells.map((cell) => (
              <Cell key={`${cell.track} ${cell.session}`} cell={cell} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type MatrixCell = { track: TrackCode; session: ExamSession; isMissing: boolean }

/** A row for each year, newest first, with a cell for each track and session. */
function listYears(missing: readonly SubjectKey[]): { year: string; cells: MatrixCell[] }[] {
  const keys = new Set(missing.map(cellKey))
  return subjectYears(missing).map((year) => ({
    year,
    cells: TRACK_CODES.flatMap((track) =>
      EXAM_SESSIONS.map((session) => ({
        track,
        session,
        isMissing: keys.has(cellKey({ track, year, session })),
      })),
    ),
  }))
}

function cellKey({ track, year, session }: SubjectKey): string {
  return `${track} ${year} ${session}`
}

function Cell({ cell: { isMissing } }: { cell: MatrixCell }) {
  const Icon = isMissing ? X : Check
  return (
    <td className={classNames(isMissing && styles.missing)}>
      <Icon size={18} aria-hidden="true" />
      <span className="visually-hidden">{isMissing ? 'Manquant' : 'En ligne'}</span>
    </td>
  )
}

function summary(missing: readonly SubjectKey[]): string {
  const parts = TRACK_CODES.map((code) => ({
    code,
    count: missing.filter(({ track }) => track === code).length,
  }))
    .filter(({ count }) => count > 0)
    .map(({ code, count }) => `${count} en ${code}`)
  return `${counted(missing.length, 'sujet manquant')} : ${parts.join(', ')}.`
}
