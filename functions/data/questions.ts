import { createHash, randomUUID } from 'node:crypto'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { questionExpiry } from '#shared/domain/questions.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import {
  PublishedAnswer,
  Question,
  type QuestionInput,
  type QuestionStatus,
} from '#shared/entities/question.ts'
import type { SettingsView } from '#shared/entities/settings.ts'
import type { User } from '#shared/entities/user.ts'
import { auditParts } from './audit.ts'
import { notDeletedPart } from './deletions.ts'
import { userItem, withoutNulls } from './items.ts'
import {
  newestFirst,
  PUBLISHED_ANSWERS,
  publishedAnswerKey,
  questionKey,
  questionPrefix,
  questionsPartition,
  reportId,
  userKey,
} from './keys.ts'
import type { Table } from './table/client.ts'
import type { Page, PageQuery } from './table/cursor.ts'
import { listByAge } from './table/list-by-age.ts'
import { type Lookup, parseItem, queryAll, queryCount, readOne, readTogether } from './table/read.ts'
import { type StoredItem, tableShape } from './table/table-shape.ts'
import {
  putMany,
  putPart,
  type TransactionPart,
  updatePart,
  type WriteResult,
  writeTogether,
} from './table/write.ts'
import { userLookup } from './user-lookup.ts'

/** The state that was read, and the new state. */
type Change<T> = { before: T; after: T }

/**
 * Reads and writes the questions of students, which are items of the account and are deleted with it, and the answers
 * that pages show, which name no account. The profile notes when its open questions were asked.
 */
export function createQuestions(table: Table) {
  const { newest } = tableShape.indexes

  /** Returns a question, as last written. */
  async function find(id: string): Promise<Question | null> {
    return readOne(table, questionLookup(id))
  }

  /** Returns a question and its account, as last written. One batch. */
  async function findWithAccount(id: string): Promise<{ question: Question | null; account: User | null }> {
    const [question, account] = await readTogether(
      table,
      questionLookup(id),
      userLookup(accountOfQuestion(id)),
    )
    return { question, account }
  }

  /** Returns a question, its account and the settings, as last written. One batch. */
  async function findToAnswer(
    id: string,
    settingsLookup: Lookup<SettingsView>,
  ): Promise<{ question: Question | null; account: User | null; settings: SettingsView }> {
    const [question, account, settings] = await readTogether<[Question | null, User | null, SettingsView]>(
      table,
      questionLookup(id),
      userLookup(accountOfQuestion(id)),
      settingsLookup,
    )
    return { question, account, settings }
  }

  /** Returns the questions of an account, newest first. One query. */
  async function listOwn(userId: string): Promise<Question[]> {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :user AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':user': userKey(userId).pk, ':prefix': questionPrefix },
    })
    return items
      .map((item) => parseItem(Question, item))
      .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  }

  /** Returns a page of the questions in a state: open ones oldest first, answered ones newest first. */
  async function list({ status, ...query }: PageQuery & { status: QuestionStatus }): Promise<Page<Question>> {
    const { items, nextCursor } = await listByAge(
      table,
      {
        index: newest,
        partition: questionsPartition(status),
        isOldestFirst: status === 'open',
        keyOf: questionKey,
        parse: (item) => {
          const question = parseItem(Question, item)
          return statusOf(question) === status ? question : null
        },
      },
      query,
    )
    return { items, nextCursor }
  }

  /** Returns the number of questions in a state. A query for each megabyte of the index. */
  function count(status: QuestionStatus): Promise<number> {
    return queryCount(table, {
      IndexName: newest.name,
      KeyConditionExpression: `${newest.partitionKey} = :list`,
      ExpressionAttributeValues: { ':list': questionsPartition(status) },
    })
  }

  /** Returns the answers that pages show, oldest first. One query. */
  async function listPublished(): Promise<PublishedAnswer[]> {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :answers',
      ExpressionAttributeValues: { ':answers': PUBLISHED_ANSWERS },
    })
    return items
      .map((item) => parseItem(PublishedAnswer, item))
      .toSorted((one, other) => `${one.answeredAt}${one.id}`.localeCompare(`${other.answeredAt}${other.id}`))
  }

  /** Adds a question and notes it in its profile. One transaction. */
  function add(question: Question, account: Change<User>): Promise<WriteResult> {
    return writeTogether(table, [
      putPart(table, questionItem(question)),
      updatePart(table, userItem(account.before), userItem(account.after)),
    ])
  }

  /**
   * Puts a question in place of what was read, with its account, its published answer and the audit entry; nothing for
   * an account whose deletion has begun, which would not find the published answer.
   */
  function replace(
    question: Change<Question>,
    account: Change<User>,
    entry: AuditEntry,
  ): Promise<WriteResult> {
    return writeTogether(table, [
      updatePart(table, questionItem(question.before), questionItem(question.after)),
      ...(account.before === account.after
        ? [notDeletedPart(table, account.before.id)]
        : [updatePart(table, userItem(account.before), userItem(account.after))]),
      ...publicationParts(table, question),
      ...auditParts(table, entry),
    ])
  }

  /** Writes questions over existing ones, with the published answers, for seeding. */
  async function putAll(questions: readonly Question[]): Promise<void> {
    await putMany(table, [...questions.map(questionItem), ...questions.flatMap(publishedItems)])
  }

  return { find, findWithAccount, findToAnswer, listOwn, list, count, listPublished, add, replace, putAll }
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
const accountOfQuestion = (id: string) => id.slice(0, 36)

function questionLookup(id: string): Lookup<Question | null> {
  return { key: questionKey(id), parse: (item) => (item ? parseItem(Question, item) : null) }
}

const statusOf = ({ answer }: Question): QuestionStatus => (answer === null ? 'open' : 'answered')

function questionItem(question: Question): StoredItem {
  return {
    ...questionKey(question.id),
    gsi1pk: questionsPartition(statusOf(question)),
    gsi1sk: newestFirst(question),
    ...withoutNulls(question),
    expiresAt: questionExpiry(question.answeredAt ?? question.createdAt),
  }
}

/** Returns the published answer of a question; it expires with it. */
function publishedItems({
  publication,
  answerHtml,
  answeredAt,
  documentId,
  exercise,
  chapter,
}: Question): StoredItem[] {
  if (publication === null || answerHtml === null || answeredAt === null) return []
  const { id, text } = publication
  const answer: PublishedAnswer = { id, documentId, exercise, chapter, text, answerHtml, answeredAt }
  return [{ ...publishedAnswerKey(id), ...withoutNulls(answer), expiresAt: questionExpiry(answeredAt) }]
}

function publicationParts({ name }: Table, { before, after }: Change<Question>): TransactionPart[] {
  const { publication } = before
  if (publication !== null && after.publication === null)
    return [{ Delete: { TableName: name, Key: publishedAnswerKey(publication.id) } }]
  return publishedItems(after).map((Item) => ({ Put: { TableName: name, Item } }))
}
