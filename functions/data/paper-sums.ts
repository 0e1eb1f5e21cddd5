import type { CountedExercise, CountedMark, MockExam, PracticedExercise } from '#shared/entities/practice.ts'
import type { Table } from './table/client.ts'
import type { ItemKey } from './table/table-shape.ts'
import { changePart, type TransactionPart } from './table/transaction.ts'

/** A number to add to one of the sums of a paper. */
type Step = readonly [attribute: string, by: number]

/** Returns the same steps backwards. */
export const negated = (steps: readonly Step[]): Step[] => steps.map(([name, by]) => [name, -by])

/** Returns the contribution of the help that a student used for an exercise. */
export function helpSums({ number, hints, wasWrong }: PracticedExercise): Step[] {
  return [
    [`hints${number}`, Number(hints > 0)],
    [`wrong${number}`, Number(wasWrong)],
  ]
}

/** Returns the exercises of an examination that have marks. */
export function labelled({ exercises, marks }: MockExam): CountedExercise[] {
  return exercises.filter(({ number }) => marks.some(({ exercise }) => exercise === number))
}

/** Returns the contribution of an account to the sums of a paper. */
export function sumsOf(marks: readonly CountedMark[], hasEnded: boolean): Step[] {
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

/** Returns the write that adds to sums, with titles and points of exercises; none where the sums stay the same. */
export function addingParts(
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
