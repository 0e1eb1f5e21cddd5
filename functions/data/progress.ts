import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import type { TrackCode as Track } from '#shared/catalogue/tracks.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import type { KeptMark, Marks } from '#shared/domain/practice/progress.ts'
import { TrackCode } from '#shared/entities/fields.ts'
import { progressKey, progressPrefix, type StudentChapter, trackOfProgress, userKey } from './keys.ts'
import { repeatOvertaken } from './overtaken.ts'
import { attempt } from './table/attempt.ts'
import type { Table } from './table/client.ts'
import { parseItem, queryAll } from './table/read.ts'
import { updateIf } from './table/write.ts'

/** Lists of ids rather than a map by id: a map would lose the key '__proto__', and lists are smaller. */
const StoredProgress = v.object({
  sk: v.pipe(v.string(), v.transform(trackOfProgress), TrackCode),
  theme: v.string(),
  chapter: v.number(),
  done: v.array(v.string()),
  review: v.array(v.string()),
  /** The day of the mark of each document in `review`; absent in items that were not changed since days are stored. */
  since: v.optional(v.array(v.string())),
  /** For each document in `review`, the last day on which the student looked at it. */
  seen: v.optional(v.array(v.nullable(v.string()))),
  updatedAt: v.string(),
  /** Number of writes, for optimistic locking. */
  version: v.number(),
})

/** A chapter, by its 1-based number, with a student's marks. */
export type MarkedChapter = { track: Track; theme: string; chapter: number; marks: Marks }

/** Reads and writes the marks of students: one small item a chapter. */
export function createProgress(table: Table) {
  const { client, name } = table

  /** Returns the chapters with marks, of one track or of all. One query, eventually consistent. */
  async function listChapters(userId: string, track?: Track): Promise<MarkedChapter[]> {
    const items = await queryAll(table, ofUser(userId, progressPrefix(track)))
    return items
      .map((item) => parseItem(StoredProgress, item))
      .map(({ sk, theme, chapter, ...stored }) => ({ track: sk, theme, chapter, marks: marksOf(stored) }))
      .filter(({ marks }) => marks.size > 0)
  }

  /**
   * Changes the marks of a chapter by a rule. One consistent read, and one conditional update unless the rule returns
   * the same marks; see {@link repeatOvertaken}.
   * @returns the marks as they are now
   * @throws DomainError CONFLICT, and the errors of the rule
   */
  async function changeMarks(of: StudentChapter, rule: (marks: Marks) => Marks, now: Date): Promise<Marks> {
    const Key = progressKey(of)
    const { Item = null } = await attempt(() =>
      client.send(new GetCommand({ TableName: name, Key, ConsistentRead: true })),
    )
    let found: Record<string, unknown> | null = Item
    return repeatOvertaken(async () => {
      const stored = found && parseItem(StoredProgress, found)
      const before: Marks = stored ? marksOf(stored) : new Map()
      const after = rule(before)
      if (after === before) return before
      const write = await updateIf(table, {
        Key,
        ...replacement(of, after, { version: stored?.version ?? 0, now }),
      })
      if (write.outcome === 'done') return after
      // The refused write has returned the current item: no second read.
      found = write.found
      return 'overtaken'
    })
  }

  return { listChapters, changeMarks }
}

export type Progress = ReturnType<typeof createProgress>

function ofUser(userId: string, prefix: string) {
  return {
    KeyConditionExpression: 'pk = :user AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':user': userKey(userId).pk, ':prefix': prefix },
  }
}

/** Dates a mark without a day by the item's last change, which is the latest day on which it can have been made. */
function marksOf({
  done,
  review,
  since,
  seen,
  updatedAt,
}: Omit<v.InferOutput<typeof StoredProgress>, 'sk' | 'theme' | 'chapter' | 'version'>): Marks {
  const latest = moroccanDay(new Date(updatedAt))
  return new Map<string, KeptMark>([
    ...done.map((id) => [id, { mark: 'done' }] as const),
    ...review.map(
      (id, at) => [id, { mark: 'review', since: since?.[at] ?? latest, seen: seen?.[at] ?? null }] as const,
    ),
  ])
}

/**
 * Returns the update that replaces the whole item, unless another write came first. An item without marks is kept,
 * because its version goes on.
 */
function replacement(
  { theme, chapter }: StudentChapter,
  marks: Marks,
  { version, now }: { version: number; now: Date },
) {
  const done = [...marks].flatMap(([id, { mark }]) => (mark === 'done' ? [id] : []))
  const review = [...marks].flatMap(([id, kept]) => (kept.mark === 'review' ? [{ id, ...kept }] : []))
  return {
    UpdateExpression:
      'SET theme = :theme, chapter = :chapter, done = :done, review = :review, since = :since, seen = :seen, version = :next, updatedAt = :now',
    ConditionExpression: version === 0 ? 'attribute_not_exists(pk)' : 'version = :version',
    ExpressionAttributeValues: {
      ':theme': theme,
      ':chapter': chapter,
      ':done': done,
      ':review': review.map(({ id }) => id),
      ':since': review.map(({ since }) => since),
      ':seen': review.map(({ seen }) => seen),
      ':next': version + 1,
      ':now': now.toISOString(),
      ...(version > 0 && { ':version': version }),
    },
  }
}
