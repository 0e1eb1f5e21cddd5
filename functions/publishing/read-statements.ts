import * as v from 'valibot'
import { subjectId } from '#shared/catalogue/subjects.ts'
import type { FoundExercise } from '#shared/contract/published-content.ts'
import {
  readStatement,
  type StatementExercise,
  tellingWords,
} from '#shared/domain/practice/statement-words.ts'
import type { Subject } from '#shared/entities/subject.ts'
import type { PagesBucket } from '../aws/pages-bucket.ts'

type TextsBucket = Pick<PagesBucket, 'readText' | 'readStatements' | 'putStatements'>

/** The statements that were read, by their digests. A change of how they are read needs another name of the object. */
const ReadStatements = v.record(
  v.string(),
  v.array(
    v.object({
      number: v.number(),
      title: v.string(),
      points: v.nullable(v.number()),
      page: v.nullable(v.number()),
      words: v.array(v.tuple([v.string(), v.number()])),
    }),
  ),
)

/** Limit by the function's memory. */
const READ_AT_ONCE = 8

/**
 * Returns the exercises that are found in the texts of statements, by the ids of their papers, with their most telling
 * words. One object keeps the words of all statements, so that a publication reads the texts of new ones only; it is
 * written after these. A paper that is not prepared is left out.
 */
export async function readStatements(
  bucket: TextsBucket,
  subjects: readonly Subject[],
): Promise<Map<string, FoundExercise[]>> {
  const digests = new Set(subjects.flatMap(({ digest }) => digest ?? []))
  const stored = Object.entries((await bucket.readStatements(ReadStatements)) ?? {})
  const read = new Map<string, StatementExercise[]>(stored.filter(([digest]) => digests.has(digest)))
  const isStale = read.size < stored.length
  const missing = [...digests].filter((digest) => !read.has(digest))
  while (missing.length > 0)
    await Promise.all(
      missing.splice(0, READ_AT_ONCE).map(async (digest) => {
        const text = await bucket.readText(digest)
        if (text) read.set(digest, readStatement(text.pages.map((page) => page.map((line) => line[4]))))
      }),
    )
  if (isStale || read.size > stored.length) await bucket.putStatements(Object.fromEntries(read))
  return chooseWords(read, subjects)
}

/** The words are chosen among all papers, so that those of a new one may change the words of others. */
function chooseWords(read: ReadonlyMap<string, StatementExercise[]>, subjects: readonly Subject[]) {
  const exercises = subjects.flatMap((subject) =>
    (read.get(subject.digest ?? '') ?? []).map((exercise) => ({ id: subjectId(subject), exercise })),
  )
  const words = tellingWords(exercises.map(({ exercise }) => exercise))
  const found = exercises.map(({ id, exercise }, index) => ({
    id,
    exercise: { ...exercise, words: words[index] ?? [] },
  }))
  const papers = Map.groupBy(found, ({ id }) => id)
  return new Map([...papers].map(([id, ofPaper]) => [id, ofPaper.map(({ exercise }) => exercise)]))
}
