import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb'
import pRetry from 'p-retry'
import * as v from 'valibot'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { Marks } from '#shared/domain/progress.ts'
import { attempt } from './attempt.ts'
import type { Table } from './client.ts'
import { progressKey, progressPrefix, type StudentChapter, userKey } from './keys.ts'
import { parseItem, queryAll } from './read.ts'
import { updateIf } from './write.ts'

/** Lists of ids rather than a map by id: a map's key '__proto__' would be lost on the way, and lists are smaller. */
const StoredProgress = v.object({
  theme: v.string(),
  chapter: v.number(),
  done: v.array(v.string()),
  review: v.array(v.string()),
  /** Counts the writes, so that none overwrites another unseen. */
  version: v.number(),
})

/** A chapter, by its 1-based number, with what a student has marked in it. */
export type MarkedChapter = { theme: string; chapter: number; marks: Marks }

/** What students have worked through: one small item a chapter, beside the profile. */
export function createProgress(table: Table) {
  const { client, name } = table

  /** The chapters of a track in which something is marked. One query, eventually consistent. */
  async function listTrack(userId: string, track: TrackCode): Promise<MarkedChapter[]> {
    const items = await queryAll(table, ofUser(userId, progressPrefix(track)))
    return items
      .map((item) => parseItem(StoredProgress, item))
      .map(({ theme, chapter, ...stored }) => ({ theme, chapter, marks: marksOf(stored) }))
      .filter(({ marks }) => marks.size > 0)
  }

  /**
   * Changes the marks of a chapter by a rule. One consistent read, and one conditional update unless the rule answers the
   * marks that it was given. When another change came in between, the rule is applied again to the current marks, at
   * most 5 times within a second.
   * @returns the marks as they are now
   * @throws DomainError CONFLICT when others came in between each time, and whatever the rule throws
   */
  async function changeMarks(of: StudentChapter, rule: (marks: Marks) => Marks, now: Date): Promise<Marks> {
    const Key = progressKey(of)
    const { Item = null } = await attempt(() =>
      client.send(new GetCommand({ TableName: name, Key, ConsistentRead: true })),
    )
    let found: Record<string, unknown> | null = Item
    const overtaken = new DomainError('CONFLICT')
    async function tryChange(): Promise<Marks> {
      const stored = found && parseItem(StoredProgress, found)
      const before: Marks = stored ? marksOf(stored) : new Map()
      const after = rule(before)
      if (after === before) return before
      const write = await updateIf(table, {
        Key,
        ...replacement(of, after, { seen: stored?.version ?? 0, now }),
      })
      if (write.outcome === 'done') return after
      // The refused write has returned the current item: no second read.
      found = write.found
      throw overtaken
    }
    return pRetry(tryChange, {
      retries: 4,
      minTimeout: 20,
      maxTimeout: 160,
      randomize: true,
      shouldRetry: ({ error }) => error === overtaken,
    })
  }

  /** Forgets everything a student has marked; repeating it does no harm. One query and one delete a chapter. */
  async function removeAll(userId: string): Promise<void> {
    const items = await queryAll(table, {
      ...ofUser(userId, progressPrefix()),
      ProjectionExpression: 'pk, sk',
      ConsistentRead: true,
    })
    // As many at most as the catalogue has chapters.
    await Promise.all(
      items.map((Key) => attempt(() => client.send(new DeleteCommand({ TableName: name, Key })))),
    )
  }

  return { listTrack, changeMarks, removeAll }
}

export type Progress = ReturnType<typeof createProgress>

function ofUser(userId: string, prefix: string) {
  return {
    KeyConditionExpression: 'pk = :user AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':user': userKey(userId).pk, ':prefix': prefix },
  }
}

function marksOf({ done, review }: Pick<v.InferOutput<typeof StoredProgress>, 'done' | 'review'>): Marks {
  return new Map([...done.map((id) => [id, 'done'] as const), ...review.map((id) => [id, 'review'] as const)])
}

/** The whole item anew, unless another write came first. An item without marks stays, for its version's sake. */
function replacement(
  { theme, chapter }: StudentChapter,
  marks: Marks,
  { seen, now }: { seen: number; now: Date },
) {
  const idsOf = (wanted: string) => [...marks].flatMap(([id, mark]) => (mark === wanted ? [id] : []))
  return {
    UpdateExpression:
      'SET theme = :theme, chapter = :chapter, done = :done, review = :review, version = :next, updatedAt = :now',
    ConditionExpression: seen === 0 ? 'attribute_not_exists(pk)' : 'version = :seen',
    ExpressionAttributeValues: {
      ':theme': theme,
      ':chapter': chapter,
      ':done': idsOf('done'),
      ':review': idsOf('review'),
      ':next': seen + 1,
      ':now': now.toISOString(),
      ...(seen > 0 && { ':seen': seen }),
    },
  }
}
