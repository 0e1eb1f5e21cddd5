import * as v from 'valibot'
import { MOST_LISTED_EXAMS } from '#shared/contract/practice.ts'
import { MockExam } from '#shared/entities/practice.ts'
import type { User } from '#shared/entities/user.ts'
import { satPaperParts, sittingLookup } from './counted-papers.ts'
import { mockExamKey, ownItems, PRACTICE_STATISTICS, parseSatPaper, practicePrefix, userKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { listPartition, queryPage } from './table/query.ts'
import { createLookup, parseItem, readOne, StoredKey } from './table/read.ts'
import type { StoredItem } from './table/table-shape.ts'
import { changePart, deletePart, putPart, writeTogether } from './table/transaction.ts'
import { putMany, type WriteResult } from './table/write.ts'

const StoredExam = v.object({
  ...MockExam.entries,
  /**
   * True when the owner's statistics count it: fixed at the start, so that they never count a part of an examination.
   */
  isCounted: v.boolean(),
  version: v.number(),
})
type StoredExam = v.InferOutput<typeof StoredExam>

/** Examinations that an account keeps: twice those that its page lists. A new one takes the place of the oldest. */
export const MOST_KEPT_EXAMS = 2 * MOST_LISTED_EXAMS
/** Examinations that one start deletes at most: earlier versions kept all of them, and a transaction is limited. */
const MOST_DELETED = 20

export function createMockExams(table: Table) {
  /**
   * Begins an examination, and stores in the profile that it runs. One whose time ran out, with no call since, is ended
   * with it, since the profile no longer tells that it was sat. It conflicts when another one began, or the account
   * is gone.
   */
  async function start(user: User, exam: MockExam, isCounted: boolean): Promise<WriteResult> {
    const { id, subjectId, endsAt } = exam
    const seen = user.mockExam?.id
    const [last, kept] = await Promise.all([
      seen === undefined ? null : find(user.id, seen),
      queryPage(table, { ...own(user.id), limit: MOST_KEPT_EXAMS + MOST_DELETED, attributes: ['pk', 'sk'] }),
    ])
    const oldest = kept.items.slice(MOST_KEPT_EXAMS - 1).map((item) => parseItem(StoredKey, item))
    return writeTogether(table, [
      putPart(table, newItem(user.id, exam, isCounted)),
      changePart(table, userKey(user.id), {
        exists: true,
        seen: seen === undefined ? { mockExam: undefined } : { 'mockExam.id': seen },
        set: { mockExam: { id, subjectId, endsAt } },
      }),
      ...(last?.finishedAt === null
        ? await changeParts(user.id, last, { ...last, finishedAt: last.endsAt })
        : []),
      ...oldest.map((key) => deletePart(table, key)),
    ])
  }

  const newItem = (userId: string, exam: MockExam, isCounted: boolean): StoredItem => {
    return { ...mockExamKey(userId, exam.id), ...exam, isCounted, version: 1 }
  }

  /** Their sort keys sort by age. */
  const own = (userId: string) => ({ ...ownItems(userId, practicePrefix), isDescending: true })

  const find = (userId: string, id: string): Promise<StoredExam | null> =>
    readOne(table, createLookup(StoredExam, mockExamKey(userId, id)))

  const hasSat = (userId: string, subjectId: string): Promise<boolean> =>
    readOne(table, sittingLookup(userId, subjectId))

  async function listNewest(userId: string, limit: number): Promise<MockExam[]> {
    const { items } = await queryPage(table, { ...own(userId), limit })
    return items.map((item) => parseItem(MockExam, item))
  }

  /** It also conflicts when another examination of the same paper was changed. */
  async function replace(userId: string, before: StoredExam, after: MockExam): Promise<WriteResult> {
    const { finishedAt } = after
    const isEndedEarly = before.finishedAt === null && finishedAt !== null && finishedAt < before.endsAt
    return writeTogether(table, [
      ...(await changeParts(userId, before, after)),
      ...(isEndedEarly ? [closingPart(userId, before.id)] : []),
    ])
  }

  const putAll = (userId: string, exams: readonly MockExam[]) =>
    putMany(
      table,
      exams.map((exam) => newItem(userId, exam, true)),
    )

  async function changeParts(userId: string, before: StoredExam, after: MockExam) {
    const { finishedAt, marks, note } = after
    const { version } = before
    const change = { seen: { version }, set: { finishedAt, marks, note, version: version + 1 } }
    return [
      changePart(table, mockExamKey(userId, before.id), change),
      ...(await satPaperParts(table, userId, before, after)),
    ]
  }

  const closingPart = (userId: string, id: string) =>
    changePart(table, userKey(userId), { seen: { 'mockExam.id': id }, set: { mockExam: undefined } })

  return { start, find, hasSat, listNewest, replace, putAll }
}

export type ExerciseSums = {
  number: number
  title: string
  points: number
  marks: number
  earned: number
  possible: number
  /** Students who asked for a hint, and whose checked answer was wrong. */
  hints: number
  wrong: number
}

const SumsItem = v.objectWithRest({ pk: v.string(), sk: v.string() }, v.unknown())

/** The sums name no student and stay when an account is deleted. */
export function createSatPapers(table: Table) {
  /** `students` sat a paper to its end, `marked` of them have marks. Papers are few, however many students there are. */
  async function listAll() {
    const items = await listPartition(table, SumsItem, { partition: PRACTICE_STATISTICS })
    const shards = Map.groupBy(items, parseSatPaper)
    return [...shards].map(([subjectId, ofPaper]) => ({
      subjectId,
      students: sumOf(ofPaper, 'exams'),
      marked: sumOf(ofPaper, 'marked'),
      exercises: exerciseNumbers(ofPaper).map((number) => ({
        number,
        title: String(ofPaper.find((shard) => `title${number}` in shard)?.[`title${number}`]),
        points: Number(ofPaper.find((shard) => `points${number}` in shard)?.[`points${number}`]),
        marks: sumOf(ofPaper, `marks${number}`),
        hints: sumOf(ofPaper, `hints${number}`),
        wrong: sumOf(ofPaper, `wrong${number}`),
        earned: sumOf(ofPaper, `earned${number}`),
        possible: sumOf(ofPaper, `possible${number}`),
      })),
    }))
  }

  return { listAll }
}

type Sums = v.InferOutput<typeof SumsItem>

function sumOf(shards: readonly Sums[], attribute: string): number {
  return shards.reduce((total, shard) => total + Number(shard[attribute] ?? 0), 0)
}

function exerciseNumbers(shards: readonly Sums[]): number[] {
  const names = shards.flatMap((shard) => Object.keys(shard))
  const numbers = names.flatMap((name) => /^title(\d+)$/.exec(name)?.slice(1) ?? [])
  return [...new Set(numbers.map(Number))].toSorted((a, b) => a - b)
}
