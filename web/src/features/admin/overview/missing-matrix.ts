import { EXAM_SESSIONS, type ExamSession, TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import { type SubjectKey, subjectYears } from '#shared/entities/subject.ts'

/** A place of the table and whether its subject is missing. */
export type MatrixCell = { track: TrackCode; session: ExamSession; isMissing: boolean }

/** One row a year, newest first; one cell a track and session. */
export function matrixOf(missing: readonly SubjectKey[]): { year: string; cells: MatrixCell[] }[] {
  const places = new Set(missing.map(placeOf))
  return subjectYears(missing).map((year) => ({
    year,
    cells: TRACK_CODES.flatMap((track) =>
      EXAM_SESSIONS.map((session) => ({
        track,
        session,
        isMissing: places.has(placeOf({ track, year, session })),
      })),
    ),
  }))
}

function placeOf({ track, year, session }: SubjectKey): string {
  return `${track} ${year} ${session}`
}
