import { chapterTitle, TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import type { FolderFile } from '#shared/contract/admin/documents.ts'
import { importResources } from '#shared/contract/admin/resources.ts'
import { importSubjects } from '#shared/contract/admin/subjects.ts'
import type { Parsed } from '#shared/contract/define-route.ts'
import { importMessages, PLACE_FIELDS } from '#shared/domain/csv/resource-csv.ts'
import { guessDocument, namedResource } from '#shared/domain/documents/file-name.ts'
import { inboxFaultTexts } from '#shared/entities/inbox-file.ts'
import { resourceFieldLabels, resourceTitle } from '#shared/entities/resource.ts'
import { subjectFieldLabels } from '#shared/entities/subject.ts'

/** A line to import: its cells in the order of the columns, and its place in the source ('Ligne 12', a file name). */
export type ImportLine = { place: string; cells: readonly string[] }

type Cell = (column: string) => string

type Kind = {
  route: typeof importResources
  columnLabels: Partial<Record<string, string>>
  /** Returns a key that two lines about the same thing share. */
  lineKey: (cell: Cell) => string
  /** The server's message about a line that repeats an earlier one. */
  doubled: (line: number) => string
  outcomes: { created: string; updated: string; unchanged: string }
}

export type ImportKind = 'resources' | 'subjects'

export const importKinds: Record<ImportKind, Kind> = {
  resources: {
    route: importResources,
    columnLabels: {
      ...resourceFieldLabels,
      id: 'Identifiant',
      resourceType: 'Type de ressource',
      type: 'Type de fichier',
    },
    lineKey: resourceKey,
    doubled: importMessages.doubled,
    outcomes: { created: 'ressource créée', updated: 'ressource modifiée', unchanged: 'ressource inchangée' },
  },
  subjects: {
    route: importSubjects,
    columnLabels: subjectFieldLabels,
    lineKey: (cell) => JSON.stringify(['track', 'year', 'session'].map(cell)),
    doubled: importMessages.doubledSubject,
    outcomes: { created: 'sujet créé', updated: 'sujet modifié', unchanged: 'sujet inchangé' },
  },
}

function resourceKey(cell: Cell): string {
  const id = cell('id')
  if (id !== '') return id
  const [track, theme, chapter] = PLACE_FIELDS.map(cell)
  const title = chapterTitle(track as TrackCode, theme ?? '', Number(chapter))
  return JSON.stringify(
    PLACE_FIELDS.map((column) => (column === 'chapter' ? (title ?? chapter) : cell(column))),
  )
}

export type ImportJob = {
  kind: ImportKind
  name: string
  columns: readonly string[]
  lines: readonly ImportLine[]
  unreadable: readonly { place: string; message: string }[]
}

export type ImportAnswer = Parsed<typeof importResources.response>

type Outcome = ImportAnswer['lines'][number]['outcome']

/** The server's report about a line; `at` is its index in the job. */
export type LineReport = { at: number; outcome: Outcome; messages: readonly string[] }

export type ImportRun = {
  phase: 'check' | 'commit'
  queue: readonly number[]
  reached: number
  reports: readonly LineReport[]
}

export function startCheck(job: ImportJob): ImportRun {
  return { phase: 'check', queue: job.lines.map((_, at) => at), reached: 0, reports: [] }
}

export function startCommit({ reports }: ImportRun): ImportRun {
  const refused = reports.filter(({ outcome }) => outcome === 'refused')
  const passed = reports.filter(({ outcome }) => outcome !== 'refused')
  return { phase: 'commit', queue: passed.map(({ at }) => at), reached: 0, reports: refused }
}

export function countOutcome({ reports }: ImportRun, outcome: Outcome): number {
  return reports.filter((report) => report.outcome === outcome).length
}

/**
 * Takes out the lines that are too long, and those that repeat an earlier one: the server finds such duplicates within
 * one request only, and a long file is sent in several.
 */
export function withoutFaultyLines(job: ImportJob): ImportJob {
  const seen = new Map<string, ImportLine>()
  const lines: ImportLine[] = []
  const unreadable = [...job.unreadable]
  for (const line of job.lines) {
    const { place, cells } = line
    const key = lineKey(job, line)
    const earlier = seen.get(key)
    if (isLongLine(cells)) unreadable.push({ place, message: importMessages.longLine })
    else if (earlier) unreadable.push({ place, message: duplicateMessage(job.kind, earlier) })
    else {
      seen.set(key, line)
      lines.push(line)
    }
  }
  return { ...job, lines, unreadable }
}

/** 'Même ressource que la ligne 12', or with the name of the file. */
export function duplicateMessage(kind: ImportKind, { place }: ImportLine): string {
  const number = /^Ligne (\d+)$/.exec(place)?.[1]
  return number === undefined ? `Même ressource que ${place}` : importKinds[kind].doubled(Number(number))
}

/** No line of valid values is as long: more characters than the longest values of all columns have together. */
const MAX_LINE_CHARACTERS = 20_000

export function isLongLine(cells: readonly string[]): boolean {
  return cells.join('').length > MAX_LINE_CHARACTERS
}

function lineKey({ kind, columns }: ImportJob, { cells }: ImportLine): string {
  return importKinds[kind].lineKey((column) => cells[columns.indexOf(column)]?.trim() ?? '')
}

type NamedFile = { name: string; file: string; unusable?: FolderFile['unusable'] }

export const NAME_HINT = `Les fichiers se nomment filière_thème_chapitre_année_session_genre, par exemple ${TRACK_CODES[0]}_Ondes_1_2019_N_enonce.pdf.`

/** Creates a job with a line for each file name such as 'SM_Ondes_1_2019_N_enonce.pdf'. */
export function createJobFromNames(source: string, files: readonly NamedFile[]): ImportJob {
  const read = files.map((each) => {
    const parsed = each.unusable ? null : namedResource(guessDocument(each.name))
    const fault = each.unusable ? inboxFaultTexts[each.unusable] : 'Nom de fichier non reconnu'
    return { ...each, parsed, fault }
  })
  return {
    kind: 'resources',
    name: source,
    columns: [...PLACE_FIELDS, 'title', 'file'],
    lines: read.flatMap(({ name, file, parsed }) => {
      if (!parsed) return []
      const place = PLACE_FIELDS.map((field) => parsed[field])
      return [{ place: name, cells: [...place, resourceTitle(parsed), file] }]
    }),
    unreadable: read.flatMap(({ name, fault, parsed }) => (parsed ? [] : { place: name, message: fault })),
  }
}

/** Reads a pasted list: on each line a name, then the file's id or address, separated by ';', a tab or ','. */
export function readNameList(text: string): NamedFile[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const separator = [';', '\t', ','].find((sign) => line.includes(sign))
    const at = separator === undefined ? line.length : line.indexOf(separator)
    const name = line.slice(0, at).trim()
    return name === '' ? [] : [{ name, file: line.slice(at + 1).trim() }]
  })
}
