import * as v from 'valibot'
import { Timestamp } from '#shared/entities/fields.ts'
import {
  ContentDigest,
  type PagePicture,
  PICTURES_NAMED,
  type Prepared,
} from '#shared/entities/prepared-document.ts'
import { PAPERS, preparedKey, readingKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { listPartition } from './table/query.ts'
import { createLookup, type Lookup, readOne } from './table/read.ts'
import { remove, update, updateIf } from './table/write.ts'

/** The function that reads ends after 14 minutes. */
const LONGEST_READING_MS = 14 * 60_000

/** Two hundred pictures take 3 kB: each is a word, `1080x1527x34567`. */
const Pictures = v.pipe(
  v.string(),
  v.transform((text) =>
    text === ''
      ? []
      : text.split(' ').map((word): PagePicture => {
          const [width = 0, height = 0, bytes = 0] = word.split('x').map(Number)
          return { width, height, bytes }
        }),
  ),
)

const StoredPrepared = v.object({ pages: v.number(), size: v.number(), pictures: Pictures })

const StoredUse = v.pipe(
  v.object({
    sk: ContentDigest,
    documents: v.optional(v.set(v.string()), new Set<string>()),
    unusedSince: v.optional(Timestamp),
  }),
  v.transform(({ sk, ...use }) => ({ digest: sk, ...use })),
)
export type PreparedUse = v.InferOutput<typeof StoredUse>

export const preparedLookup = (digest: string): Lookup<Prepared | null> =>
  createLookup(StoredPrepared, preparedKey(digest))

export function createPrepared(table: Table) {
  async function save(digest: string, { pages, size, ...prepared }: Prepared, documentId: string) {
    const named = pages > PICTURES_NAMED ? [] : prepared.pictures
    const pictures = named.map(({ width, height, bytes }) => `${width}x${height}x${bytes}`).join(' ')
    await update(table, preparedKey(digest), {
      set: { pages, size, pictures, unusedSince: undefined },
      add: { documents: new Set([documentId]) },
    })
  }

  async function use(digest: string, documentId: string): Promise<boolean> {
    const { outcome } = await updateIf(table, preparedKey(digest), {
      exists: true,
      set: { unusedSince: undefined },
      add: { documents: new Set([documentId]) },
    })
    return outcome === 'done'
  }

  /** @returns whether no document has these bytes any more */
  async function release(digest: string, documentId: string, now: Date): Promise<boolean> {
    const released = await updateIf(table, preparedKey(digest), {
      exists: true,
      subtract: { documents: new Set([documentId]) },
    })
    if (released.outcome === 'refused' || 'documents' in released.item) return false
    const unused = await updateIf(table, preparedKey(digest), {
      exists: true,
      where: 'attribute_not_exists(documents)',
      setOnce: { unusedSince: now.toISOString() },
    })
    return unused.outcome === 'done'
  }

  /**
   * Notes that a call begins to read a document's content. It ends with `endReading`, or by itself when the call was
   * interrupted. @returns false while another call reads it, which learns that it was asked again
   */
  async function beginReading(documentId: string, now: Date): Promise<boolean> {
    const endsAt = now.getTime() + LONGEST_READING_MS
    const begun = await updateIf(table, readingKey(documentId), {
      set: {
        busyUntil: new Date(endsAt).toISOString(),
        expiresAt: Math.ceil(endsAt / 1_000),
        isAskedAgain: undefined,
      },
      where: 'attribute_not_exists(busyUntil) OR busyUntil < :now',
      values: { now: now.toISOString() },
    })
    if (begun.outcome === 'done') return true
    const noted = await updateIf(table, readingKey(documentId), { exists: true, set: { isAskedAgain: true } })
    // The other call ended between the two.
    return noted.outcome === 'refused' && beginReading(documentId, now)
  }

  /** @returns false when another call asked since to read the document: what was read may be an earlier content */
  async function endReading(documentId: string): Promise<boolean> {
    const key = readingKey(documentId)
    if ((await remove(table, key, { where: 'attribute_not_exists(isAskedAgain)' })) === 'written') return true
    await remove(table, key)
    return false
  }

  return {
    beginReading,
    endReading,
    find: (digest: string) => readOne(table, preparedLookup(digest)),
    save,
    use,
    release,
    forget: (digest: string) => remove(table, preparedKey(digest)),
    listUses: (): Promise<PreparedUse[]> =>
      listPartition(table, StoredUse, {
        partition: PAPERS,
        attributes: ['sk', 'documents', 'unusedSince'],
        isConsistent: true,
      }),
  }
}
