import * as v from 'valibot'
import { type SubjectKey, subjectId } from '#shared/catalogue/subjects.ts'
import { NO_MARKS } from '#shared/domain/practice/exercise-marks.ts'
import { PracticedPaper } from '#shared/entities/practice.ts'
import type { Subject } from '#shared/entities/subject.ts'
import { exercisesPrefix, practicedPaperKey, userKey } from './keys.ts'
import { repeatOvertaken } from './overtaken.ts'
import { subjectLookup } from './subjects.ts'
import type { Table } from './table/client.ts'
import { type Lookup, parseItem, queryAll, readTogether } from './table/read.ts'
import { updateIf } from './table/write.ts'

/** A paper's marks with the number of their writes, for optimistic locking. */
const StoredPaper = v.object({ ...PracticedPaper.entries, version: v.number() })
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
   * Changes a student's marks of a paper by a rule, which gets the paper as it is now. One batch of two consistent
   * reads, and one conditional update unless the rule returns the same marks; see {@link repeatOvertaken}.
   * @param rule is called again on the current marks when another change came first
   * @returns the marks as they are now; null where there is no such paper
   * @throws DomainError CONFLICT, and the errors of the rule
   */
  async function changeMarks(
    userId: string,
    paper: SubjectKey,
    rule: (marks: Marks, subject: Subject) => Marks,
  ): Promise<PracticedPaper | null> {
    const id = subjectId(paper)
    const Key = practicedPaperKey(userId, id)
    const lookup: Lookup<StoredPaper | null> = { key: Key, parse: parseStored }
    const [subject, first] = await readTogether<[Subject | null, StoredPaper | null]>(
      table,
      subjectLookup(paper),
      lookup,
    )
    if (!subject) return null
    let stored = first
    return repeatOvertaken(async () => {
      const before = stored ?? NO_MARKS
      const after = rule(before, subject)
      if (after === before) return { ...before, subjectId: id }
      const write = await updateIf(table, { Key, ...replacement(id, after, stored?.version ?? 0) })
      if (write.outcome === 'done') return { ...after, subjectId: id }
      // The refused write has returned the current item: no second read.
      stored = parseStored(write.found ?? undefined)
      return 'overtaken'
    })
  }

  return { listOwn, changeMarks }
}

export type PracticedPapers = ReturnType<typeof createPracticedPapers>

function parseStored(item: Record<string, unknown> | undefined): StoredPaper | null {
  return item ? parseItem(StoredPaper, item) : null
}

/** Returns the update that replaces the whole item, unless another write came first. */
function replacement(id: string, { exercises, isDone, doneAt }: Marks, version: number) {
  return {
    UpdateExpression:
      'SET subjectId = :id, exercises = :exercises, isDone = :isDone, doneAt = :doneAt, version = :next',
    ConditionExpression: version === 0 ? 'attribute_not_exists(pk)' : 'version = :version',
    ExpressionAttributeValues: {
      ':id': id,
      ':exercises': exercises,
      ':isDone': isDone,
      ':doneAt': doneAt,
      ':next': version + 1,
      ...(version > 0 && { ':version': version }),
    },
  }
}
