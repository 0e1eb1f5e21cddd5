import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { countedMarks, countedWithExercises } from '#shared/domain/practice/mock-exam.ts'
import {
  type CountedExercise,
  CountedMark,
  type MockExam,
  type PracticedExercise,
} from '#shared/entities/practice.ts'
import { countedPaperKey, satPaperKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { createLookup, type Lookup, readOne } from './table/read.ts'
import type { ItemKey } from './table/table-shape.ts'
import { changePart, putPart, type TransactionPart } from './table/transaction.ts'

const CountedPaper = v.object({
  marks: v.array(CountedMark),
  /** False while the account has not sat the paper to its end. Earlier versions wrote no other items. */
  hasEnded: v.optional(v.boolean(), true),
  /** False while the sums contain nothing of an account that does not count, which has sat the paper all the same. */
  isCounted: v.optional(v.boolean(), true),
  version: v.number(),
})
export type CountedPaper = v.InferOutput<typeof CountedPaper>

const NOTHING_COUNTED = { marks: [], hasEnded: false, isCounted: false }

export const countedPaperLookup = (userId: string, subjectId: string) =>
  createLookup(CountedPaper, countedPaperKey(userId, subjectId))

export function sittingLookup(userId: string, subjectId: string): Lookup<boolean> {
  const { key, parse } = countedPaperLookup(userId, subjectId)
  return { key, parse: (item) => parse(item)?.hasEnded ?? false }
}

/**
 * Returns the writes that count a changed examination in the sums of its paper, in which an account counts once. There
 * are none where nothing changes, as for a note. Of an account that does not count, it is noted that it has sat the
 * paper.
 */
export async function satPaperParts(
  table: Table,
  userId: string,
  before: MockExam & { isCounted: boolean },
  after: MockExam,
): Promise<TransactionPart[]> {
  if (after.finishedAt === before.finishedAt && isDeepStrictEqual(after.marks, before.marks)) return []
  const { subjectId } = after
  const seen = await readOne(table, countedPaperLookup(userId, subjectId))
  if (!before.isCounted && !seen?.isCounted) {
    const uncounted = { marks: [], hasEnded: true, isCounted: false }
    return seen?.hasEnded ? [] : [countedPaperPart(table, userId, subjectId, seen, uncounted)]
  }
  // Version 1.0 counted each examination and kept no such item.
  const counted = seen?.marks ?? countedMarks([], before)
  const hadEnded = seen ? seen.isCounted && seen.hasEnded : before.finishedAt !== null
  const marks = countedMarks(counted, after)
  if (seen && hadEnded && isDeepStrictEqual(marks, counted)) return []
  return [
    countedPaperPart(table, userId, subjectId, seen, { marks, hasEnded: true, isCounted: true }),
    ...addingParts(table, satPaperKey(subjectId, userId), labelled(after), [
      ...negated(sumsOf(counted, hadEnded)),
      ...sumsOf(marks, true),
    ]),
  ]
}

/** As {@link satPaperParts}, for changed single exercises; `seen`: the account's marks in the sums. */
export function practicedParts(
  table: Table,
  userId: string,
  subjectId: string,
  seen: CountedPaper | null,
  { before, after }: Record<'before' | 'after', readonly PracticedExercise[]>,
): TransactionPart[] {
  const { marks: counted, hasEnded, isCounted } = seen ?? NOTHING_COUNTED
  const marks = countedWithExercises(counted, after)
  const isSame = isDeepStrictEqual(marks, counted)
  return [
    ...(isSame
      ? []
      : [countedPaperPart(table, userId, subjectId, seen, { marks, hasEnded, isCounted: true })]),
    ...addingParts(table, satPaperKey(subjectId, userId), after, [
      ...negated([...sumsOf(counted, isCounted && hasEnded), ...before.flatMap(helpSums)]),
      ...sumsOf(marks, (isCounted || !isSame) && hasEnded),
      ...after.flatMap(helpSums),
    ]),
  ]
}

function countedPaperPart(
  table: Table,
  userId: string,
  subjectId: string,
  seen: CountedPaper | null,
  counted: Omit<CountedPaper, 'version'>,
): TransactionPart {
  const version = (seen?.version ?? 0) + 1
  const item = { ...countedPaperKey(userId, subjectId), subjectId, ...counted, version }
  return putPart(table, item, { seen: { version: seen?.version } })
}

type Step = readonly [attribute: string, by: number]

const negated = (steps: readonly Step[]): Step[] => steps.map(([name, by]) => [name, -by])

function helpSums({ number, hints, wasWrong }: PracticedExercise): Step[] {
  return [
    [`hints${number}`, Number(hints > 0)],
    [`wrong${number}`, Number(wasWrong)],
  ]
}

function labelled({ exercises, marks }: MockExam): CountedExercise[] {
  return exercises.filter(({ number }) => marks.some(({ exercise }) => exercise === number))
}

function sumsOf(marks: readonly CountedMark[], hasEnded: boolean): Step[] {
  return [
    ['exams', Number(hasEnded)],
    ['marked', Number(hasEnded && marks.length > 0)],
    ...marks.flatMap(
      ({ exercise, earned, points }) =>
        [
          [`marks${exercise}`, 1],
          [`earned${exercise}`, earned],
          [`possible${exercise}`, points],
        ] as const,
    ),
  ]
}

function addingParts(
  table: Table,
  key: ItemKey,
  exercises: readonly Pick<CountedExercise, 'number' | 'title' | 'points'>[],
  steps: readonly Step[],
): TransactionPart[] {
  const added = [...Map.groupBy(steps, ([attribute]) => attribute)]
    .map(([attribute, of]) => [attribute, of.reduce((sum, [, by]) => sum + by, 0)] as const)
    .filter(([, by]) => by !== 0)
  if (added.length === 0) return []
  const labels: Record<string, unknown> = {}
  for (const { number, title, points } of exercises) {
    labels[`title${number}`] = title
    labels[`points${number}`] = points
  }
  return [changePart(table, key, { set: labels, add: Object.fromEntries(added) })]
}
