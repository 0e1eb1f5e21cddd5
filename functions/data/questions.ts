import { createHash, randomUUID } from 'node:crypto'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import {
  PublishedAnswer,
  Question,
  type QuestionInput,
  type QuestionStatus,
} from '#shared/entities/question.ts'
import type { SettingsView } from '#shared/entities/settings.ts'
import type { User } from '#shared/entities/user.ts'
import { PUBLISHED_ANSWERS, questionPrefix, questionsPartition, reportId, userKey } from './keys.ts'
import { createQuestionChanges, questionKind } from './question-changes.ts'
import type { Table } from './table/client.ts'
import type { Page, PageQuery } from './table/cursor.ts'
import { listByAge } from './table/list-by-age.ts'
import { countPartition, listPartition } from './table/query.ts'
import { type Lookup, readTogether } from './table/read.ts'
import { tableShape } from './table/table-shape.ts'
import { userKind } from './user-kind.ts'

/**
 * Reads and writes the questions of students, which are items of the account and are deleted with it, and the answers
 * that pages show, which name no account. The profile notes when its open questions were asked.
 */
export function createQuestions(table: Table) {
  const { newest } = tableShape.indexes

  async function findWithAccount(id: string): Promise<{ question: Question | null; account: User | null }> {
    const [question, account] = await readTogether(table, questionKind.lookup(id), accountLookup(id))
    return { question, account }
  }

  /** Returns a question, its account and the settings, as last written. One batch. */
  async function findToAnswer(
    id: string,
    settingsLookup: Lookup<SettingsView>,
  ): Promise<{ question: Question | null; account: User | null; settings: SettingsView }> {
    const [question, account, settings] = await readTogether<[Question | null, User | null, SettingsView]>(
      table,
      questionKind.lookup(id),
      accountLookup(id),
      settingsLookup,
    )
    return { question, account, settings }
  }

  async function listOwn(userId: string): Promise<Question[]> {
    const own = { partition: userKey(userId).pk, prefix: questionPrefix }
    const questions = await listPartition(table, Question, own)
    return questions.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  }

  /** Returns a page of the questions in a state: open ones oldest first, answered ones newest first. */
  function list({ status, ...query }: PageQuery & { status: QuestionStatus }): Promise<Page<Question>> {
    const isOldestFirst = status === 'open'
    return listByAge(
      table,
      { kind: questionKind, partition: questionsPartition(status), isOldestFirst },
      query,
    )
  }

  const count = (status: QuestionStatus) =>
    countPartition(table, { index: newest, partition: questionsPartition(status) })

  /** Returns the answers that pages show, oldest first. */
  async function listPublished(): Promise<PublishedAnswer[]> {
    const answers = await listPartition(table, PublishedAnswer, { partition: PUBLISHED_ANSWERS })
    return answers.toSorted((one, other) =>
      `${one.answeredAt}${one.id}`.localeCompare(`${other.answeredAt}${other.id}`),
    )
  }

  return {
    find: (id: string) => questionKind.find(table, id),
    findWithAccount,
    findToAnswer,
    listOwn,
    list,
    count,
    listPublished,
    ...createQuestionChanges(table),
  }
}

export type Questions = ReturnType<typeof createQuestions>

/** Returns the id of a question. The same question on the same day in Morocco has the same id. */
export function newQuestionId(
  userId: string,
  { documentId, exercise, chapter, text }: QuestionInput,
  now: Date,
): string {
  const content = JSON.stringify([documentId, exercise, chapter, text, moroccanDay(now)])
  return reportId(userId, createHash('sha256').update(content).digest('base64url').slice(0, 22))
}

/** Returns the id of an answer that will be published. It is random, so that it leads to no account. */
export const newPublicationId = () => randomUUID()

/** The id of a question begins with the id of its account, which has 36 characters. */
const accountLookup = (id: string) => userKind.lookup(id.slice(0, 36))
