import * as v from 'valibot'
import type { TrackCode as Track } from '#shared/catalogue/tracks.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import type { KeptMark, Marks } from '#shared/domain/practice/progress.ts'
import { TrackCode } from '#shared/entities/fields.ts'
import { progressKey, progressPrefix, type StudentChapter, trackOfProgress, userKey } from './keys.ts'
import { repeatOvertaken } from './overtaken.ts'
import type { Table } from './table/client.ts'
import { listPartition } from './table/query.ts'
import { parseItem, readOne } from './table/read.ts'
import type { Item } from './table/table-shape.ts'
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
  /** Returns the chapters with marks, of one track or of all. */
  async function listChapters(userId: string, track?: Track): Promise<MarkedChapter[]> {
    const own = { partition: userKey(userId).pk, prefix: progressPrefix(track) }
    const chapters = await listPartition(table, StoredProgress, own)
    return chapters
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
    const key = progressKey(of)
    let found = await readOne<Item | null>(table, { key, parse: (item) => item ?? null })
    return repeatOvertaken(async () => {
      const stored = found && parseItem(StoredProgress, found)
      const before: Marks = stored ? marksOf(stored) : new Map()
      const after = rule(before)
      if (after === before) return before
      const { theme, chapter } = of
      const version = stored?.version
      // An item without marks is kept, because its version goes on.
      const write = await updateIf(table, key, {
        seen: { version },
        set: {
          theme,
          chapter,
          ...storedMarks(after),
          version: (version ?? 0) + 1,
          updatedAt: now.toISOString(),
        },
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

function storedMarks(marks: Marks) {
  const review = [...marks].flatMap(([id, kept]) => (kept.mark === 'review' ? [{ id, ...kept }] : []))
  return {
    done: [...marks].flatMap(([id, { mark }]) => (mark === 'done' ? [id] : [])),
    review: review.map(({ id }) => id),
    since: review.map(({ since }) => since),
    seen: review.map(({ seen }) => seen),
  }
}
