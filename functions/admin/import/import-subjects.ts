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
    const parsed = v.safeParse(LineInput, inputOf(cells))
    if (!parsed.success) {
      reports.push({ line, outcome: 'refused', errors: lineFaults(parsed.issues, MESSAGES) })
      continue
    }
    const faults = untaughtChapters(parsed.output, parsed.output.exercises ?? [])
    if (faults.length > 0) {
      reports.push({ line, outcome: 'refused', errors: faults })
      continue
    }
    const id = subjectId(parsed.output)
    const earlier = lineById.get(id)
    lineById.set(id, earlier ?? line)
    reports.push(
      earlier === undefined
        ? { line, ...(await importSubject(deps, actor, parsed.output, isDryRun)) }
        : { line, ...refusal(texts.doubledSubject(earlier)) },
    )
  }
  return { lines: reports, nextLine: null }
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
    if (error instanceof DomainError && error.code === 'CONFLICT') return refusal(texts.changedSince)
    throw error
  }
  return { outcome: before ? 'updated' : 'created', errors: [] }
}

function refusal(message: string): Omit<LineReport, 'line'> {
  return { outcome: 'refused', errors: [{ path: '', message }] }
}

/** Returns cells in the form of the schema. An empty cell of a document or of exercises removes it. */
function inputOf(cells: CsvLine<keyof typeof entries>['cells']): Record<string, unknown> {
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
