import { createHash } from 'node:crypto'
import { parseSubjectDocumentId, subjectId } from '#shared/catalogue/subjects.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import { COPY_CODE_LENGTH, COPY_CODE_LETTERS, Copy, formatCopyCode } from '#shared/entities/copy.ts'
import { sittingLookup } from './counted-papers.ts'
import { documentLookup } from './documents.ts'
import { copyIndexKeys, copyKey } from './keys.ts'
import { userKind } from './stored-user.ts'
import type { Table } from './table/client.ts'
import { kind } from './table/kind.ts'
import { readTogether } from './table/read.ts'
import { updateIf } from './table/write.ts'

const DAY_MS = 86_400_000
const KEPT_MS = LONGEST_RETENTION.copies * DAY_MS
/** Deliveries of one copy a day: each costs a second of processor time, and broken downloads repeat it. */
const MAX_DELIVERIES = 10
/** Two copies have the same code by chance, one in 500 billion for each pair. */
const MAX_ATTEMPTS = 3

const copyKind = kind({
  schema: Copy,
  key: copyKey,
  id: ({ code }) => code,
  derived: (copy) => ({ ...copyIndexKeys(copy), deliveries: 1 }),
})

export function createCopies(table: Table) {
  /** Also whether the account has sat the paper of the document to its end. */
  async function findParties(userId: string, documentId: string) {
    const parties = [userKind.lookup(userId), documentLookup(documentId)] as const
    const paper = parseSubjectDocumentId(documentId)?.subject
    const [user, document, hasSat = false] = paper
      ? await readTogether(table, ...parties, sittingLookup(userId, subjectId(paper)))
      : await readTogether(table, ...parties)
    return { user, document, hasSat }
  }

  /**
   * Records that an account gets its copy. The code is the same for all deliveries of a day (UTC), so that a broken
   * download continues with the same bytes. @throws DomainError TOO_MANY_REQUESTS after ten deliveries, until the next
   * day
   */
  async function issue(copy: Omit<Copy, 'code'>): Promise<Copy> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const code = codeOf(copy, attempt)
      const { issuedAt, ...fixed } = copy
      const { userId, documentId, version } = fixed
      const written = await updateIf(table, copyKey(code), {
        set: {
          ...fixed,
          code,
          ...copyIndexKeys({ ...copy, code }),
          expiresAt: Math.ceil((Date.parse(issuedAt) + KEPT_MS) / 1000),
        },
        setOnce: { issuedAt },
        add: { deliveries: 1 },
        where: `attribute_not_exists(pk) OR (userId = :userId AND documentId = :documentId
          AND #version = :version AND deliveries < :most)`,
        values: { userId, documentId, version, most: MAX_DELIVERIES },
      })
      if (written.outcome === 'done') return copyKind.parse(written.item)
      const found = copyKind.parse(written.found)
      if (found.userId === copy.userId && found.documentId === copy.documentId)
        throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: secondsToMidnight(copy.issuedAt) })
    }
    throw new Error(`No free code after ${MAX_ATTEMPTS} attempts`)
  }

  return {
    findParties,
    issue,
    find: (code: string) => copyKind.find(table, code),
    putAll: (copies: readonly Copy[]) => copyKind.putAll(table, copies),
  }
}

/** Derives the code from the account's id, which other accounts do not know: it is in the account's own links only. */
function codeOf({ userId, documentId, version, issuedAt }: Omit<Copy, 'code'>, attempt: number): string {
  const parts = [userId, documentId, version, issuedAt.slice(0, 10), attempt]
  let number = createHash('sha256').update(parts.join('\n')).digest().readBigUInt64BE()
  const base = BigInt(COPY_CODE_LETTERS.length)
  const letters = Array.from({ length: COPY_CODE_LENGTH }, () => {
    const letter = COPY_CODE_LETTERS[Number(number % base)]
    number /= base
    return letter
  })
  return formatCopyCode(letters.join(''))
}

function secondsToMidnight(timestamp: string): number {
  return Math.ceil((DAY_MS - (Date.parse(timestamp) % DAY_MS)) / 1000)
}
