import * as v from 'valibot'
import { MockExam } from '#shared/entities/practice.ts'
import type { User } from '#shared/entities/user.ts'
import { mockExamKey, practicePrefix, userKey } from './keys.ts'
import { satPaperParts } from './sat-papers.ts'
import type { Table } from './table/client.ts'
import { parseItem, queryPage, readOne } from './table/read.ts'
import { putMany, putPart, type TransactionPart, type WriteResult, writeTogether } from './table/write.ts'

/** An examination with what only the server knows of it. */
const StoredExam = v.object({
  ...MockExam.entries,
  /** Whether the owner's statistics count it; fixed at the start, so that they never count a part of it. */
  isCounted: v.boolean(),
  /** Counts the writes, so that none overwrites another unseen. */
  version: v.number(),
})
type StoredExam = v.InferOutput<typeof StoredExam>

/** Mock examinations: one item each beside the profile, which holds the one that runs. */
export function createMockExams(table: Table) {
  /**
   * Begins an examination, and notes in the profile that it runs. One transaction of two items.
   * It is overtaken when another one began, or the account is gone.
   * @param user as read; its examination has ended
   */
  async function start(user: User, exam: MockExam, isCounted: boolean): Promise<WriteResult> {
    const { id, subjectId, endsAt } = exam
    const seen = user.mockExam?.id
    return writeTogether(table, [
      putPart(table, { ...mockExamKey(user.id, id), ...exam, isCounted, version: 1 }),
      {
        Update: {
          TableName: table.name,
          Key: userKey(user.id),
          UpdateExpression: 'SET mockExam = :exam',
          ConditionExpression: `attribute_exists(pk) AND ${
            seen === undefined ? 'attribute_not_exists(mockExam)' : 'mockExam.id = :seen'
          }`,
          ExpressionAttributeValues: {
            ':exam': { id, subjectId, endsAt },
            ...(seen !== undefined && { ':seen': seen }),
          },
        },
      },
    ])
  }

  /** An examination of a student, as last written; null where the student has none of this id. One consistent read. */
  async function find(userId: string, id: string): Promise<StoredExam | null> {
    return readOne(table, {
      key: mockExamKey(userId, id),
      parse: (item) => (item ? parseItem(StoredExam, item) : null),
    })
  }

  /** A student's newest examinations, newest first: one query of so many items. */
  async function listNewest(userId: string, most: number): Promise<MockExam[]> {
    const { items } = await queryPage(table, {
      KeyConditionExpression: 'pk = :user AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':user': userKey(userId).pk, ':prefix': practicePrefix },
      ScanIndexForward: false,
      Limit: most,
    })
    return items.map((item) => parseItem(MockExam, item))
  }

  /**
   * Puts a changed examination in place of the one that was read, with what it changes of the sums of its paper; one that
   * was ended early leaves the profile. One transaction of one to four items, and one read before it. It is overtaken also
   * when another examination of the same paper was changed.
   */
  async function replace(userId: string, before: StoredExam, after: MockExam): Promise<WriteResult> {
    const { finishedAt, marks, note } = after
    const isEndedEarly = before.finishedAt === null && finishedAt !== null && finishedAt < before.endsAt
    return writeTogether(table, [
      {
        Update: {
          TableName: table.name,
          Key: mockExamKey(userId, before.id),
          UpdateExpression: 'SET finishedAt = :finishedAt, marks = :marks, note = :note, version = :next',
          ConditionExpression: 'version = :seen',
          ExpressionAttributeValues: {
            ':finishedAt': finishedAt,
            ':marks': marks,
            ':note': note,
            ':next': before.version + 1,
            ':seen': before.version,
          },
        },
      },
      ...(isEndedEarly ? [closingPart(userId, before.id)] : []),
      ...(before.isCounted ? await satPaperParts(table, userId, before, after) : []),
    ])
  }

  /** Writes examinations of a student over whatever is there, for seeding; statistics hold only what changes later. */
  async function putAll(userId: string, exams: readonly MockExam[]): Promise<void> {
    await putMany(
      table,
      exams.map((exam) => ({ ...mockExamKey(userId, exam.id), ...exam, isCounted: true, version: 1 })),
    )
  }

  function closingPart(userId: string, id: string): TransactionPart {
    return {
      Update: {
        TableName: table.name,
        Key: userKey(userId),
        UpdateExpression: 'REMOVE mockExam',
        ConditionExpression: 'mockExam.id = :id',
        ExpressionAttributeValues: { ':id': id },
      },
    }
  }

  return { start, find, listNewest, replace, putAll }
}

export type MockExams = ReturnType<typeof createMockExams>
