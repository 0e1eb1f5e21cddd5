import * as v from 'valibot'
import { subjectId } from '#shared/catalogue/subjects.ts'
import { readExercises, writeExercises } from '#shared/domain/csv/exercise-csv.ts'
import { importMessages as texts } from '#shared/domain/csv/resource-csv.ts'
import { SubjectInput } from '#shared/domain/documents/document-input.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { untaughtChapters } from '#shared/domain/practice/exercise-chapters.ts'
import type { Actor } from '#shared/entities/audit-entry.ts'
import { Exercises } from '#shared/entities/exercise.ts'
import type { Subject } from '#shared/entities/subject.ts'
import { addSubject, type SubjectDeps } from '../change-subjects.ts'
import { hasFields, type SubjectLine, subjectFields, subjectValues } from '../document-fields.ts'
import { type CsvFormat, type CsvLine, lineFaults, readCsv, writeCsv } from './csv.ts'
import type { ImportOptions } from './import-resources.ts'
import { choiceMessages, parseFlag, readChoice } from './line-input.ts'
import type { LineReport } from './plan.ts'

const LineInput = v.object({ ...SubjectInput.entries, exercises: v.optional(Exercises) })
const { entries } = LineInput
const columns = Object.keys(entries) as (keyof typeof entries)[]
const subjectFormat: CsvFormat<keyof typeof entries> = {
  columns,
  required: columns.filter((column) => entries[column].type !== 'optional'),
  maxLines: 5_000,
}
type Cells = CsvLine<keyof typeof entries>['cells']
const MESSAGES = { ...choiceMessages, isFree: texts.flag }

/** A stored line changes nothing. @returns a report for each processed line, and the line to continue from, or null */
export async function importSubjects(
  deps: SubjectDeps,
  actor: Actor,
  csv: string,
  { isDryRun, mayGoOn }: ImportOptions,
): Promise<{ lines: LineReport[]; nextLine: number | null }> {
  const lines = readCsv(csv, subjectFormat)
  const reports: LineReport[] = []
  const lineById = new Map<string, number>()
  for (const [done, { line, cells }] of lines.entries()) {
    if (done > 0 && !mayGoOn(done, lines.length)) return { lines: reports, nextLine: line }
    reports.push({ line, ...(await importLine(line, cells)) })
  }
  return { lines: reports, nextLine: null }

  async function importLine(line: number, cells: Cells): Promise<Omit<LineReport, 'line'>> {
    const parsed = v.safeParse(LineInput, inputOf(cells))
    if (!parsed.success) return refusal(...lineFaults(parsed.issues, MESSAGES))
    const faults = untaughtChapters(parsed.output, parsed.output.exercises ?? [])
    if (faults.length > 0) return refusal(...faults)
    const id = subjectId(parsed.output)
    const earlier = lineById.get(id)
    if (earlier !== undefined) return refusal({ path: '', message: texts.doubledSubject(earlier) })
    lineById.set(id, line)
    return importSubject(deps, actor, parsed.output, isDryRun)
  }
}

async function importSubject(
  deps: SubjectDeps,
  actor: Actor,
  input: SubjectLine,
  isDryRun: boolean,
): Promise<Omit<LineReport, 'line'>> {
  const before = await deps.subjects.find(input)
  if (before && hasFields(before, subjectFields(input, before))) return { outcome: 'unchanged', errors: [] }
  try {
    if (!isDryRun) await addSubject(deps, actor, input, { mayReplace: true, isByOwner: true })
  } catch (error) {
    if (error instanceof DomainError && error.code === 'CONFLICT')
      return refusal({ path: '', message: texts.changedSince })
    throw error
  }
  return { outcome: before ? 'updated' : 'created', errors: [] }
}

function refusal(...errors: LineReport['errors']): Omit<LineReport, 'line'> {
  return { outcome: 'refused', errors }
}

/** Returns cells in the form of the schema. An empty cell of a document or of exercises removes it. */
function inputOf(cells: Cells): Record<string, unknown> {
  const { track, session, isFree, correction, video, exercises } = cells
  return {
    ...cells,
    ...(track !== undefined && { track: readChoice('track', track) }),
    ...(session !== undefined && { session: readChoice('session', session) }),
    ...(isFree !== undefined && { isFree: parseFlag(isFree) }),
    ...(correction !== undefined && { correction: correction || null }),
    ...(video !== undefined && { video: video || null }),
    ...(exercises !== undefined && { exercises: readExercises(exercises) }),
  }
}

export function exportSubjects(subjects: readonly Subject[]): string {
  const rows = subjects.map((subject) => ({
    ...subjectValues(subject),
    exercises: writeExercises(subject.exercises),
  }))
  return writeCsv(subjectFormat.columns, rows)
}
