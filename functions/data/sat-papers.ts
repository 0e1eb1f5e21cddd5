import * as v from 'valibot'
import type { CountedExercise, MockExam } from '#shared/entities/practice.ts'
import { PRACTICE_STATISTICS, parseSatPaper, satPaperKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { parseItem, queryAll } from './table/read.ts'
import type { TransactionPart } from './table/write.ts'

/** The marks of an exercise over all students; title and points as they were last marked. */
export type ExerciseSums = {
  number: number
  title: string
  points: number
  marks: number
  earned: number
  possible: number
}

/** How often a paper was sat and marked, and its exercises by number. */
type PaperSums = { subjectId: string; exams: number; marked: number; exercises: ExerciseSums[] }

const SumsItem = v.objectWithRest({ pk: v.string(), sk: v.string() }, v.unknown())

/**
 * The write that counts a changed examination in the sums of its paper: what the change adds, so that a correction
 * of marks counts once. None where it adds nothing, as for a note.
 */
export function satPaperParts(
  { name }: Table,
  userId: string,
  before: MockExam,
  after: MockExam,
): TransactionPart[] {
  const sums = new Map<string, number>()
  const labels: Record<string, string | number> = {}
  for (const [exam, sign] of [[before, -1] as const, [after, 1] as const]) {
    const add = (attribute: string, by: number) => sums.set(attribute, (sums.get(attribute) ?? 0) + sign * by)
    if (exam.finishedAt !== null) add('exams', 1)
    if (exam.marks.length > 0) add('marked', 1)
    for (const { exercise, earned } of exam.marks) {
      const { title, points } = exam.exercises.find(({ number }) => number === exercise) as CountedExercise
      add(`marks${exercise}`, 1)
      add(`earned${exercise}`, earned)
      add(`possible${exercise}`, points)
      Object.assign(labels, { [`title${exercise}`]: title, [`points${exercise}`]: points })
    }
  }
  const added = [...sums].filter(([, by]) => by !== 0)
  if (added.length === 0) return []
  const assignments = Object.keys(labels).map((attribute) => `${attribute} = :${attribute}`)
  return [
    {
      Update: {
        TableName: name,
        Key: satPaperKey(before.subjectId, userId),
        UpdateExpression: [
          ...(assignments.length > 0 ? [`SET ${assignments.join(', ')}`] : []),
          `ADD ${added.map(([attribute]) => `${attribute} :${attribute}`).join(', ')}`,
        ].join(' '),
        ExpressionAttributeValues: Object.fromEntries(
          [...Object.entries(labels), ...added].map(([attribute, value]) => [`:${attribute}`, value]),
        ),
      },
    },
  ]
}

/** The sums of papers that were sat: a few items each, which name no student and stay when an account goes. */
export function createSatPapers(table: Table) {
  /** The sums of every paper, in no order. One query; papers are few, however many students there are. */
  async function listAll(): Promise<PaperSums[]> {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :statistics',
      ExpressionAttributeValues: { ':statistics': PRACTICE_STATISTICS },
    })
    const shards = Map.groupBy(
      items.map((item) => parseItem(SumsItem, item)),
      parseSatPaper,
    )
    return [...shards].map(([subjectId, ofPaper]) => ({
      subjectId,
      exams: sumOf(ofPaper, 'exams'),
      marked: sumOf(ofPaper, 'marked'),
      exercises: exerciseNumbers(ofPaper).map((number) => ({
        number,
        title: String(ofPaper.find((shard) => `title${number}` in shard)?.[`title${number}`]),
        points: Number(ofPaper.find((shard) => `points${number}` in shard)?.[`points${number}`]),
        marks: sumOf(ofPaper, `marks${number}`),
        earned: sumOf(ofPaper, `earned${number}`),
        possible: sumOf(ofPaper, `possible${number}`),
      })),
    }))
  }

  return { listAll }
}

export type SatPapers = ReturnType<typeof createSatPapers>

type Sums = v.InferOutput<typeof SumsItem>

function sumOf(shards: readonly Sums[], attribute: string): number {
  return shards.reduce((total, shard) => total + Number(shard[attribute] ?? 0), 0)
}

function exerciseNumbers(shards: readonly Sums[]): number[] {
  const named = shards.flatMap((shard) => Object.keys(shard)).filter((name) => name.startsWith('marks'))
  return [...new Set(named.map((name) => Number(name.slice('marks'.length))))].toSorted((a, b) => a - b)
}
