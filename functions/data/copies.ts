import { createHash } from 'node:crypto'
import { parseSubjectDocumentId, subjectId } from '#shared/catalogue/subjects.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import { Copy } from '#shared/entities/copy.ts'
import { COPY_CODE_LENGTH, COPY_CODE_LETTERS, formatCopyCode } from '#shared/entities/copy-code.ts'
import { documentLookup } from './documents.ts'
import { copyIndexKeys, copyKey } from './keys.ts'
import { sittingLookup } from './sat-papers.ts'
import type { Table } from './table/client.ts'
import { parseItem, readOne, readTogether } from './table/read.ts'
import { putMany, updateIf } from './table/write.ts'
import { userLookup } from './user-lookup.ts'

const DAY_MS = 86_400_000
const KEPT_MS = LONGEST_RETENTION.copies * DAY_MS
/** Deliveries of one copy a day: each costs a second of processor time, and broken downloads repeat it. */
const MAX_DELIVERIES = 10
/** Two copies have the same code by chance, one in 500 billion for each pair. */
const MAX_ATTEMPTS = 3

/** Reads and writes the copies of documents by their codes. */
export function createCopies(table: Table) {
  /**
   * Returns the account and the document of a copy, each null where there is none, and whether the account has sat the
   * paper of the document to its end. One batch of two or three consistent reads.
   */
  async function findParties(userId: string, documentId: string) {
    const parties = [userLookup(userId), documentLookup(documentId)] as const
    const paper = parseSubjectDocumentId(documentId)?.subject
    const [user, document, hasSat = false] = paper
      ? await readTogether(table, ...parties, sittingLookup(userId, subjectId(paper)))
      : await readTogether(table, ...parties)
    return { user, document, hasSat }
  }

  /**
   * Records that an account gets its copy of a document, and counts the delivery. The code is the same for all deliveries
   * of a day (UTC), so that a broken download continues with the same bytes. One conditional update: 1 write unit.
   * @throws DomainError TOO_MANY_REQUESTS after ten deliveries, until the next day
   */
  async function issue(copy: Omit<Copy, 'code'>): Promise<Copy> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const code = codeOf(copy, attempt)
      const { gsi3pk, gsi3sk } = copyIndexKeys({ ...copy, code })
      const written = await updateIf(table, {
        Key: copyKey(code),
        UpdateExpression: `SET code = :code, userId = :userId, email = :email, documentId = :documentId, title = :title, #version = :version, issuedAt = if_not_exists(issuedAt, :issuedAt), expiresAt = :expires, gsi3pk = :list, gsi3sk = :position ADD deliveries :one`,
        ConditionExpression:
          'attribute_not_exists(pk) OR (userId = :userId AND documentId = :documentId AND #version = :version AND deliveries < :most)',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: {
          ...Object.fromEntries(
            Object.entries({ ...copy, code }).map(([name, value]) => [`:${name}`, value]),
          ),
          ':expires': Math.ceil((Date.parse(copy.issuedAt) + KEPT_MS) / 1000),
          ':list': gsi3pk,
          ':position': gsi3sk,
          ':one': 1,
          ':most': MAX_DELIVERIES,
        },
      })
      if (written.outcome === 'done') return parseItem(Copy, written.item)
      const found = parseItem(Copy, written.found)
      if (found.userId === copy.userId && found.documentId === copy.documentId)
        throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: secondsToMidnight(copy.issuedAt) })
    }
    throw new Error(`No free code after ${MAX_ATTEMPTS} attempts`)
  }

  /** Returns the copy of a code, or null. One consistent read. */
  async function find(code: string): Promise<Copy | null> {
    return readOne(table, { key: copyKey(code), parse: (item) => (item ? parseItem(Copy, item) : null) })
  }

  /** Writes copies over existing ones, for seeding. */
  async function putAll(copies: readonly Copy[]): Promise<void> {
    await putMany(
      table,
      copies.map((copy) => ({ ...copyKey(copy.code), ...copyIndexKeys(copy), ...copy, deliveries: 1 })),
    )
  }

  return { findParties, issue, find, putAll }
}

export type Copies = ReturnType<typeof createCopies>

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
