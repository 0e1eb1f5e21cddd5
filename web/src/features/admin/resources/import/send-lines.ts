import { importMessages } from '#shared/domain/import-messages.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { type ImportAnswer, importResources } from '../requests/import-resources.ts'
import { sameAs } from './doubles.ts'
import type { ImportJob, ImportRun, LineReport } from './import-job.ts'
import { csvOfLines } from './read-csv.ts'

/** The columns of the file, as the form names them. */
const columnLabels: Partial<Record<string, string>> = {
  id: 'Identifiant',
  track: 'Filière',
  theme: 'Thème',
  chapter: 'Chapitre',
  year: 'Année',
  session: 'Session',
  resourceType: 'Type de ressource',
  type: 'Type de fichier',
  title: 'Titre',
  description: 'Description',
  file: 'Fichier',
  isFree: 'Gratuit',
  thumbnail: 'Miniature',
  captions: 'Sous-titres',
}

const CHUNK_LINES = 200
/** The header is the first line of what is sent. */
const FIRST_LINE = 2

/** Sends the next lines of a run and answers how far it is now. Sending lines again does no harm. @throws ApiFailure */
export async function sendLines(job: ImportJob, run: ImportRun): Promise<ImportRun> {
  const places = run.queue.slice(run.reached, run.reached + CHUNK_LINES)
  const lines = places.flatMap((at) => job.lines[at] ?? [])
  const answer = await importResources(await csvOfLines(job.columns, lines), run.phase === 'check')
  const done = answer.nextLine === null ? places.length : answer.nextLine - FIRST_LINE
  // A server that comes no further would be asked for ever.
  if (done <= 0) throw new ApiFailure('failing')
  const reports = answer.lines.map((line) => reportOf(job, line, places)).filter((report) => report !== null)
  return { ...run, reached: run.reached + done, reports: [...run.reports, ...reports] }
}

function reportOf(
  job: ImportJob,
  { line, outcome, errors }: ImportAnswer['lines'][number],
  places: readonly number[],
): LineReport | null {
  const at = places[line - FIRST_LINE]
  if (at === undefined) return null
  const messages = errors.map(({ path, message }) => {
    const column = columnLabels[path]
    return column === undefined ? inPlaces(job, message, places) : `${column} : ${message}`
  })
  return { at, outcome, messages }
}

/** The server counts the lines of what it was sent; a person counts those of the file. */
function inPlaces(job: ImportJob, message: string, places: readonly number[]): string {
  const line = Number(/\d+$/.exec(message)?.[0])
  const earlier = message === importMessages.doubled(line) && job.lines[places[line - FIRST_LINE] ?? -1]
  return earlier ? sameAs(earlier) : message
}
