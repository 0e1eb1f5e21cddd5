import { Check, X } from 'lucide-react'
import { type SubjectKey, subjectYears } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, type ExamSession, TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { counted } from '../admin-texts.ts'
import styles from './overview.module.css'

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
