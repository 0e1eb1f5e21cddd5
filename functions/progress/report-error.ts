import { createHash } from 'node:crypto'
import { parseSubjectDocumentId } from '#shared/catalogue/subjects.ts'
import { isEstablished } from '#shared/domain/accounts/established.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import type { Document } from '#shared/domain/documents/document.ts'
import { DomainError, found } from '#shared/domain/domain-error.ts'
import type { Report } from '#shared/entities/report.ts'
import type { User } from '#shared/entities/user.ts'
import { reportId } from '../data/keys.ts'
import type { Deps } from '../http/deps.ts'

type ReportInput = Pick<Report, 'documentId' | 'page' | 'kind' | 'text'>

/**
 * Reports an error in a document, or a correction that is missing. The same report on the same day returns the first one.
 * @param network digest of the caller's network
 * @throws DomainError NOT_FOUND without such a document, CONFLICT where no correction is missing, TOO_MANY_REQUESTS after
 *   ten reports of the account in a day, or a hundred of the network
 */
export async function reportError(
  { documents, reports, clock }: Pick<Deps, 'documents' | 'reports' | 'clock'>,
  user: User,
  network: string,
  input: ReportInput,
): Promise<Report> {
  const document = found(await documents.find(input.documentId))
  if (input.kind === 'uncorrected' && !isMissingCorrection(document))
    throw new DomainError('CONFLICT', { detail: 'Aucun corrigé ne manque ici. Rechargez la page.' })
  const { title, type } = document
  const now = clock.now()
  const at = now.toISOString()
  const report: Report = {
    ...input,
    id: reportId(user.id, hashOf(input, moroccanDay(now))),
    title,
    type,
    state: 'new',
    network,
    isFromYoungAccount: !isEstablished(user, now),
    note: '',
    createdAt: at,
    updatedAt: at,
  }
  return reports.add(user.id, report, now)
}

/** A paper announces the correction that it does not have yet. */
function isMissingCorrection({ id, file }: Document): boolean {
  return parseSubjectDocumentId(id)?.part === 'correction' && file.kind === 'coming-soon'
}

function hashOf({ documentId, page, kind, text }: ReportInput, day: string): string {
  const content = JSON.stringify([documentId, page, kind, text, day])
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}
