import * as v from 'valibot'
import { type SubjectKey, subjectId } from '#shared/catalogue/subjects.ts'
import { NO_MARKS } from '#shared/domain/practice/exercise-marks.ts'
import { PracticedPaper } from '#shared/entities/practice.ts'
import type { Subject } from '#shared/entities/subject.ts'
import { exercisesPrefix, practicedPaperKey, userKey } from './keys.ts'
import { repeatOvertaken } from './overtaken.ts'
import { type CountedPaper, countedPaperLookup, practicedParts } from './sat-papers.ts'
import { subjectLookup } from './subjects.ts'
import type { Table } from './table/client.ts'
import { type Lookup, parseItem, queryAll, readTogether } from './table/read.ts'
import { writeTogether } from './table/write.ts'

/** A paper's marks with the number of their writes, for optimistic locking, and what students do not see. */
const StoredPaper = v.object({
  ...PracticedPaper.entries,
  /** True when the owner's statistics contain its marks and the help that was used. */
  isCounted: v.optional(v.boolean(), false),
  version: v.number(),
})
type StoredPaper = v.InferOutput<typeof StoredPaper>

type Marks = Pick<PracticedPaper, 'exercises' | 'isDone' | 'doneAt'>

/** Reads and writes students' marks of single exercises: one small item a paper. */
export function createPracticedPapers(table: Table) {
  /** Returns the papers of which a student has marked exercises. One query, eventually consistent. */
  async function listOwn(userId: string): Promise<PracticedPaper[]> {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :user AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':user': userKey(userId).pk, ':prefix': exercisesPrefix },
    })
    return items.map((item) => parseItem(PracticedPaper, item))
  }

  /**
   * Changes a student's marks of a paper by a rule, which gets the paper as it is now, and the owner's statistics with
   * them. One batch of three consistent reads, and one transaction of one to three items unless the rule returns the
   * same marks; see {@link repeatOvertaken}.
   * @param isCounted true when the statistics count the student
   * @param rule is called again on the current marks when another change came first
   * @returns the marks as they are now; null where there is no such paper
   * @throws DomainError CONFLICT, and the errors of the rule
   */
  async function changeMarks(
    { userId, isCounted }: { userId: string; isCounted: boolean },
    paper: SubjectKey,
    rule: (marks: Marks, subject: Subject) => Marks,
  ): Promise<PracticedPaper | null> {
    const id = subjectId(paper)
    const Key = practicedPaperKey(userId, id)
    const lookup: Lookup<StoredPaper | null> = { key: Key, parse: parseStored }
    return repeatOvertaken(async () => {
      const [subject, stored, counted] = await readTogether<
        [Subject | null, StoredPaper | null, CountedPaper | null]
      >(table, subjectLookup(paper), lookup, countedPaperLookup(userId, id))
      if (!subject) return null
      const before = stored ?? NO_MARKS
      const after = rule(before, subject)
      if (after === before) return { ...before, subjectId: id }
      const result = await writeTogether(table, [
        {
          Update: {
            TableName: table.name,
            Key,
            ...replacement(id, { ...after, isCounted }, stored?.version ?? 0),
          },
        },
        ...practicedParts(table, userId, id, counted, {
          before: stored?.isCounted ? before.exercises : [],
          after: isCounted ? after.exercises : [],
        }),
      ])
      return result === 'written' ? { ...after, subjectId: id } : result
    })
  }

  return { listOwn, changeMarks }
}

export type PracticedPapers = ReturnType<typeof createPracticedPapers>

function parseStored(item: Record<string, unknown> | undefined): StoredPaper | null {
  return item ? parseItem(StoredPaper, item) : null
}

/** Returns the update that replaces the whole item, unless another write came first. */
function replacement(
  id: string,
  { exercises, isDone, doneAt, isCounted }: Marks & Pick<StoredPaper, 'isCounted'>,
  version: number,
) {
  return {
    UpdateExpression:
      'SET subjectId = :id, exercises = :exercises, isDone = :isDone, doneAt = :doneAt, isCounted = :isCounted, version = :next',
    ConditionExpression: version === 0 ? 'attribute_not_exists(pk)' : 'version = :version',
    ExpressionAttributeValues: {
      ':id': id,
      ':exercises': exercises,
      ':isDone': isDone,
      ':doneAt': doneAt,
      ':isCounted': isCounted,
      ':next': version + 1,
      ...(version > 0 && { ':version': version }),
    },
  }
}
