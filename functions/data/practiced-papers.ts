import * as v from 'valibot'
import { type SubjectKey, subjectId } from '#shared/catalogue/subjects.ts'
import { NO_MARKS } from '#shared/domain/practice/exercise-marks.ts'
import { PracticedPaper } from '#shared/entities/practice.ts'
import type { Subject } from '#shared/entities/subject.ts'
import { type CountedPaper, countedPaperLookup, practicedParts } from './counted-papers.ts'
import { exercisesPrefix, practicedPaperKey, userKey } from './keys.ts'
import { repeatOvertaken } from './overtaken.ts'
import { subjectKind } from './subjects.ts'
import type { Table } from './table/client.ts'
import { listPartition } from './table/query.ts'
import { createLookup, readTogether } from './table/read.ts'
import { changePart, writeTogether } from './table/transaction.ts'

/** A paper's marks with the number of their writes, for optimistic locking, and what students do not see. */
const StoredPaper = v.object({
  ...PracticedPaper.entries,
  /** True when the owner's statistics contain its marks and the help that was used. */
  isCounted: v.optional(v.boolean(), false),
  version: v.number(),
})
type StoredPaper = v.InferOutput<typeof StoredPaper>

type PaperMarks = Pick<PracticedPaper, 'exercises' | 'isDone' | 'doneAt'>

/** Reads and writes students' marks of single exercises: one small item a paper. */
export function createPracticedPapers(table: Table) {
  const listOwn = (userId: string) =>
    listPartition(table, PracticedPaper, { partition: userKey(userId).pk, prefix: exercisesPrefix })

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
    rule: (marks: PaperMarks, subject: Subject) => PaperMarks,
  ): Promise<PracticedPaper | null> {
    const id = subjectId(paper)
    const key = practicedPaperKey(userId, id)
    const lookup = createLookup(StoredPaper, key)
    return repeatOvertaken(async () => {
      const [subject, stored, counted] = await readTogether<
        [Subject | null, StoredPaper | null, CountedPaper | null]
      >(table, subjectKind.lookup(paper), lookup, countedPaperLookup(userId, id))
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
