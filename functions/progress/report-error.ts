import { createHash } from 'node:crypto'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { Report } from '#shared/entities/report.ts'
import type { Documents } from '../data/documents.ts'
import { reportId } from '../data/keys.ts'
import type { Reports } from '../data/reports.ts'
import type { Clock } from '../http/clock.ts'

type Deps = { documents: Pick<Documents, 'find'>; reports: Pick<Reports, 'add'>; clock: Clock }
type ReportInput = Pick<Report, 'documentId' | 'page' | 'kind' | 'text'>

/**
 * Reports an error in a document. The same report on the same day returns the first one.
 * @throws DomainError NOT_FOUND without such a document, TOO_MANY_REQUESTS after ten reports in a day
 */
export async function reportError(
  { documents, reports, clock }: Deps,
  userId: string,
  input: ReportInput,
): Promise<Report> {
  const document = await documents.find(input.documentId)
  if (!document) throw new DomainError('NOT_FOUND')
  const { title, type } = document
  const now = clock.now()
  const at = now.toISOString()
  const report: Report = {
    ...input,
    id: reportId(userId, hashOf(input, moroccanDay(now))),
    title,
    type,
    state: 'new',
    note: '',
    createdAt: at,
    updatedAt: at,
  }
  return reports.add(userId, report, now)
}

function hashOf({ documentId, page, kind, text }: ReportInput, day: string): string {
  const content = JSON.stringify([documentId, page, kind, text, day])
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}
