import * as v from 'valibot'
import { PRACTICE_STATISTICS, parseSatPaper } from './keys.ts'
import type { Table } from './table/client.ts'
import { listPartition } from './table/query.ts'

/** The newest marks and the help of an exercise, one a student, with its title and points as last marked. */
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

/**
 * The number of students who sat a paper to its end, the number of those with marks in it, and its exercises by number.
 */
type PaperSums = { subjectId: string; students: number; marked: number; exercises: ExerciseSums[] }

const SumsItem = v.objectWithRest({ pk: v.string(), sk: v.string() }, v.unknown())

/**
 * Reads the sums over all students who sat a paper: a few items each, which name no student and stay when an account is
 * deleted.
 */
export function createSatPapers(table: Table) {
  /** Returns the sums of every paper, in no order. One query; papers are few, however many students there are. */
  async function listAll(): Promise<PaperSums[]> {
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
