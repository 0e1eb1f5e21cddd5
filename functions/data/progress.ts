import * as v from 'valibot'
import { type SubjectKey, subjectId } from '#shared/catalogue/subjects.ts'
import type { TrackCode as Track } from '#shared/catalogue/tracks.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { NO_MARKS } from '#shared/domain/practice/exercise-marks.ts'
import type { KeptMark, Marks } from '#shared/domain/practice/progress.ts'
import { TrackCode } from '#shared/entities/fields.ts'
import { PracticedPaper } from '#shared/entities/practice.ts'
import type { Subject } from '#shared/entities/subject.ts'
import { countedPaperLookup, practicedParts } from './counted-papers.ts'
import {
  exercisesPrefix,
  ownItems,
  practicedPaperKey,
  progressKey,
  progressPrefix,
  type StudentChapter,
  trackOfProgress,
} from './keys.ts'
import { retryOnConflict } from './optimistic-lock.ts'
import { subjectKind } from './subjects.ts'
import type { Table } from './table/client.ts'
import { listPartition } from './table/query.ts'
import { createLookup, parseItem, readOne, readTogether } from './table/read.ts'
import type { Item } from './table/table-shape.ts'
import { changePart, writeTogether } from './table/transaction.ts'
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
  version: v.number(),
})
type StoredProgress = v.InferOutput<typeof StoredProgress>

export type MarkedChapter = { track: Track; theme: string; chapter: number; marks: Marks }

export function createProgress(table: Table) {
  async function listChapters(userId: string, track?: Track): Promise<MarkedChapter[]> {
    const chapters = await listPartition(table, StoredProgress, ownItems(userId, progressPrefix(track)))
    return chapters
      .map((each) => ({ track: each.sk, theme: each.theme, chapter: each.chapter, marks: marksOf(each) }))
      .filter(({ marks }) => marks.size > 0)
  }

  /** Changes the marks of a chapter by a rule, which is repeated on the current marks. @throws DomainError CONFLICT */
  async function changeMarks(of: StudentChapter, rule: (marks: Marks) => Marks, now: Date): Promise<Marks> {
    const key = progressKey(of)
    let found = await readOne<Item | null>(table, { key, parse: (item) => item ?? null })
    return retryOnConflict(async () => {
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
      return 'conflict'
    })
  }

  return { listChapters, changeMarks }
}

/** Dates a mark without a day by the item's last change, which is the latest day on which it can have been made. */
function marksOf({ done, review, since, seen, updatedAt }: StoredProgress): Marks {
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

const StoredPaper = v.object({
  ...PracticedPaper.entries,
  /** True when the owner's statistics contain its marks and the help that was used. */
  isCounted: v.optional(v.boolean(), false),
  version: v.number(),
})

type PaperMarks = Pick<PracticedPaper, 'exercises' | 'isDone' | 'doneAt'>

export function createPracticedPapers(table: Table) {
  const listOwn = (userId: string) => listPartition(table, PracticedPaper, ownItems(userId, exercisesPrefix))

  /**
   * Changes a student's marks of a paper by a rule, and with them the owner's statistics where they count the student.
   * The rule is called again on the current marks when another change came first. @returns the marks as they are now;
   * null where there is no such paper @throws DomainError CONFLICT
   */
  async function changeMarks(
    { userId, isCounted }: { userId: string; isCounted: boolean },
    paper: SubjectKey,
    rule: (marks: PaperMarks, subject: Subject) => PaperMarks,
  ): Promise<PracticedPaper | null> {
    const id = subjectId(paper)
    const key = practicedPaperKey(userId, id)
    const lookup = createLookup(StoredPaper, key)
    return retryOnConflict(async () => {
      const lookups = [subjectKind.lookup(paper), lookup, countedPaperLookup(userId, id)] as const
      const [subject, stored, counted] = await readTogether(table, ...lookups)
      if (!subject) return null
      const before = stored ?? NO_MARKS
      const after = rule(before, subject)
      if (after === before) return { ...before, subjectId: id }
      const { exercises, isDone, doneAt } = after
      const result = await writeTogether(table, [
        changePart(table, key, {
          seen: { version: stored?.version },
          set: { subjectId: id, exercises, isDone, doneAt, isCounted, version: (stored?.version ?? 0) + 1 },
        }),
        ...practicedParts(table, userId, id, counted, {
          before: stored?.isCounted ? before.exercises : [],
          after: isCounted ? exercises : [],
        }),
      ])
      return result === 'written' ? { ...after, subjectId: id } : result
    })
  }

  return { listOwn, changeMarks }
}
