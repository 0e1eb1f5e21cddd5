import * as v from 'valibot'
import { SubjectInput } from '#shared/domain/document-input.ts'
import { importMessages as texts } from '#shared/domain/import-messages.ts'
import type { Actor } from '#shared/entities/audit-entry.ts'
import { type Subject, subjectId } from '#shared/entities/subject.ts'
import { addSubject, type SubjectDeps } from '../change-subjects.ts'
import { hasFields, subjectFields } from '../document-fields.ts'
import { subjectValues } from '../views.ts'
import { type CsvFormat, type CsvLine, lineFaults, readCsv, writeCsv } from './csv.ts'
import { parseFlag } from './line-input.ts'
import type { LineReport } from './plan.ts'

const { entries } = SubjectInput
const columns = Object.keys(entries) as (keyof typeof entries)[]
const subjectFormat: CsvFormat<keyof typeof entries> = {
  columns,
  required: columns.filter((column) => entries[column].type !== 'optional'),
  maxLines: 5_000,
}

/**
 * Adds the bac subjects of a CSV file, or puts their files in place of earlier ones; a line that is stored already changes
 * nothing. Each change is one transaction with its audit entry.
 * @throws DomainError INVALID_REQUEST when it is not such a file
 */
export async function importSubjects(
  deps: SubjectDeps,
  actor: Actor,
  csv: string,
  { isDryRun }: { isDryRun: boolean },
): Promise<LineReport[]> {
  const reports: LineReport[] = []
  const lineById = new Map<string, number>()
  for (const { line, cells } of readCsv(csv, subjectFormat)) {
    const parsed = v.safeParse(SubjectInput, inputOf(cells))
    const earlier = parsed.success ? lineById.get(subjectId(parsed.output)) : undefined
    if (!parsed.success || earlier !== undefined) {
      const errors = earlier === undefined ? lineFaults(parsed.issues ?? []) : []
      if (earlier !== undefined) errors.push({ path: '', message: texts.doubledSubject(earlier) })
      reports.push({ line, outcome: 'refused', errors })
      continue
    }
    const input = parsed.output
    lineById.set(subjectId(input), line)
    const before = await deps.subjects.find(input)
    const isSame = before !== null && hasFields(before, subjectFields(input, before))
    if (!isSame && !isDryRun) await addSubject(deps, actor, input, true)
    reports.push({ line, outcome: isSame ? 'unchanged' : before ? 'updated' : 'created', errors: [] })
  }
  return reports
}

/** Cells as the form's schema takes them; an empty one of a document means that there is none. */
function inputOf(cells: CsvLine<keyof typeof entries>['cells']): Record<string, unknown> {
  const { isFree, correction, video } = cells
  return {
    ...cells,
    ...(isFree !== undefined && { isFree: parseFlag(isFree) }),
    ...(correction !== undefined && { correction: correction || null }),
    ...(video !== undefined && { video: video || null }),
  }
}

/** Subjects as CSV that {@link importSubjects} reads. */
export function exportSubjects(subjects: readonly Subject[]): string {
  return writeCsv(subjectFormat.columns, subjects.map(subjectValues))
}
