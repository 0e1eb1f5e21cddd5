import type { Document } from '#shared/domain/documents/document.ts'
import type { BrokenDocument } from '#shared/entities/file.ts'
import type { PreparationQueue } from '../aws/preparation-queue.ts'
import { timeLimitFactor } from '../aws/sdk.ts'
import type { ListedDocument } from '../data/documents.ts'
import type { Drive } from '../drive/drive.ts'
import { type DriveFailure, driveRefusalForOwners, missingPartOf } from '../drive/failure.ts'
import { describeError, logger } from '../http/log.ts'
import type { Deps } from '../http/use-case.ts'
import { examine, type Finding, recordFault } from './examine.ts'

type CheckDeps = Pick<Deps, 'documentList' | 'documentHealth' | 'clock'> & {
  drive: Drive
  queue: PreparationQueue
}

export type Checked = { checked: number; broken: number; nextCursor: string | null }

/** Limits of one call: its documents, and how many of them are checked at a time. */
const BATCH_SIZE = 24
const AT_ONCE = 4
/** No further document is started after this time, since an owner waits for the answer. */
const START_WITHIN_MS = 6_000

/** A document stays as it is without Drive's answer. @throws DomainError DOCUMENT_SOURCE_FAILED, INVALID_REQUEST */
export async function checkBatch(deps: CheckDeps, cursor: string | undefined): Promise<Checked> {
  const { listed, isEnd } = await deps.documentList.listNext(cursor, BATCH_SIZE)
  const { broken } = await deps.documentHealth.read()
  const known = new Map(broken.map((entry) => [entry.id, entry]))
  const findings = await examineAll(deps, listed, known)
  const failure = findFailure(findings)
  if (failure) throw driveRefusalForOwners(failure)
  const isComplete = isEnd && findings.length === listed.length
  if (isComplete) {
    await deps.documentHealth.clearDeleted()
    await deps.documentHealth.endRound(deps.clock.now())
  }
  return {
    checked: findings.length,
    broken: findings.filter(({ outcome }) => outcome === 'broken').length,
    nextCursor: isComplete ? null : (listed[findings.length - 1]?.cursor ?? cursor ?? null),
  }
}

function findFailure(findings: readonly Finding[]): DriveFailure | undefined {
  const silence = findings.flatMap((finding) => (finding.outcome === 'unknown' ? [finding.cause] : []))
  const asked = findings.filter(({ outcome }) => outcome !== 'unasked')
  const isDown = silence.length > 1 && silence.length === asked.length
  return silence.find((cause) => missingPartOf(cause) !== null) ?? (isDown ? silence[0] : undefined)
}

/** In order, so that the examined ones are the first ones when time is up. */
async function examineAll(
  deps: CheckDeps,
  listed: readonly ListedDocument[],
  known: ReadonlyMap<string, BrokenDocument>,
): Promise<Finding[]> {
  const startUntil = performance.now() + START_WITHIN_MS * timeLimitFactor()
  const findings: Finding[] = []
  let next = 0
  async function work(): Promise<void> {
    while (next < listed.length && performance.now() < startUntil) {
      const index = next
      next += 1
      const { document } = listed[index] as ListedDocument
      const finding = await examine(deps, document)
      await record(deps, document, finding, known.get(document.id))
      findings[index] = finding
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return findings
}

async function record(
  deps: CheckDeps,
  document: Document,
  finding: Finding,
  known: BrokenDocument | undefined,
): Promise<void> {
  const { documentHealth, queue } = deps
  const { id } = document
  switch (finding.outcome) {
    case 'unknown':
      logger.warn('document not checked', { documentId: id, cause: describeError(finding.cause) })
      return
    case 'changed':
      return queue.send([id])
    case 'broken': {
      const { title, fault, detail, content } = finding
      const isListed = known?.fault === fault && known.title === title && known.detail === detail
      await (isListed ? documentHealth.noteContent(document, content) : recordFault(deps, document, finding))
      return
    }
    case 'fine':
      await documentHealth.noteContent(document, finding.content)
      break
    case 'unasked':
  }
  if (known) await documentHealth.clearBroken(id)
}
