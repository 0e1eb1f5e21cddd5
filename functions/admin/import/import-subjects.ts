import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { SubjectInput } from '#shared/domain/document-input.ts'
import { parseDriveReference } from '#shared/domain/drive-reference.ts'
import { importMessages as texts } from '#shared/domain/import-messages.ts'
import type { Actor } from '#shared/entities/audit-entry.ts'
import { type Subject, subjectId } from '#shared/entities/subject.ts'
import { addSubject, type SubjectDeps } from '../add-subject.ts'
import { fileText } from '../resource-view.ts'
import { type CsvFormat, lineFaults, readCsv, writeCsv } from './csv.ts'
import type { LineReport } from './plan.ts'

const subjectFormat = {
  columns: ['track', 'year', 'session', 'file'],
  required: ['track', 'year', 'session', 'file'],
  maxLines: 5_000,
} as const satisfies CsvFormat<string>

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
    const parsed = v.safeParse(SubjectInput, cells)
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
    const isSame = before !== null && isDeepStrictEqual(before.file, parseDriveReference(input.file))
    if (!isSame && !isDryRun) await addSubject(deps, actor, input, true)
    reports.push({ line, outcome: isSame ? 'unchanged' : before ? 'updated' : 'created', errors: [] })
  }
  return reports
}

/** Subjects as CSV that {@link importSubjects} reads. */
export function exportSubjects(subjects: readonly Subject[]): string {
  const rows = subjects.map((subject) => ({ ...subject, file: fileText(subject.file) }))
  return writeCsv(subjectFormat.columns, rows)
}
