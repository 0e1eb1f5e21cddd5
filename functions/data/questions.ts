import { randomUUID } from 'node:crypto'
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
import { writeAudited } from './audit.ts'
import { notDeletedPart } from './deletions.ts'
import {
  keyDigest,
  newestFirst,
  ownItems,
  PUBLISHED_ANSWERS,
  publishedAnswerKey,
  questionKey,
  questionPrefix,
  questionsPartition,
  reportId,
} from './keys.ts'
import { userKind } from './stored-user.ts'
import type { Table } from './table/client.ts'
import { kind } from './table/kind.ts'
import { listByAge } from './table/list-by-age.ts'
import { countPartition, listPartition, type PageQuery } from './table/query.ts'
import { type Lookup, readTogether } from './table/read.ts'
import { type StoredItem, tableShape } from './table/table-shape.ts'
import {
  deletePart,
  putPart,
  type Replacement,
  type TransactionPart,
  updatePart,
  writeTogether,
} from './table/transaction.ts'
import { putMany } from './table/write.ts'

/** The profile notes when its open questions were asked; the answers that pages show name no account. */
export function createQuestions(table: Table) {
  const { newest } = tableShape.indexes

  async function findWithAccount(id: string) {
    const [question, account] = await readTogether(table, questionKind.lookup(id), accountLookup(id))
    return { question, account }
  }

  async function findToAnswer(id: string, settingsLookup: Lookup<SettingsView>) {
    const lookups = [questionKind.lookup(id), accountLookup(id), settingsLookup] as const
    const [question, account, settings] = await readTogether(table, ...lookups)
    return { question, account, settings }
  }

  async function listOwn(userId: string): Promise<Question[]> {
    const questions = await listPartition(table, Question, ownItems(userId, questionPrefix))
    return questions.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  }

  /** Open questions are oldest first, answered ones newest first. */
  function list({ status, ...query }: PageQuery & { status: QuestionStatus }) {
    const isOldestFirst = status === 'open'
    const partition = questionsPartition(status)
    return listByAge(table, { kind: questionKind, partition, isOldestFirst }, query)
  }

  const count = (status: QuestionStatus) =>
    countPartition(table, { index: newest, partition: questionsPartition(status) })

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

/** The same question on the same day in Morocco has the same id. */
export function newQuestionId(
  userId: string,
  { documentId, exercise, chapter, text }: QuestionInput,
  now: Date,
): string {
  const content = JSON.stringify([documentId, exercise, chapter, text, moroccanDay(now)])
  return reportId(userId, keyDigest(content))
}

/** Returns the id of an answer that will be published. It is random, so that it leads to no account. */
export const newPublicationId = () => randomUUID()

/** The id of a question begins with the id of its account, which has 36 characters. */
const accountLookup = (id: string) => userKind.lookup(id.slice(0, 36))

const statusOf = ({ answer }: Question): QuestionStatus => (answer === null ? 'open' : 'answered')

const questionKind = kind({
  schema: Question,
  key: questionKey,
  id: ({ id }) => id,
  derived: (question) => ({
    gsi1pk: questionsPartition(statusOf(question)),
    gsi1sk: newestFirst(question),
    expiresAt: questionExpiry(question.answeredAt ?? question.createdAt),
  }),
})

const publishedAnswerKind = kind({
  schema: PublishedAnswer,
  key: publishedAnswerKey,
  id: ({ id }) => id,
  derived: ({ answeredAt }) => ({ expiresAt: questionExpiry(answeredAt) }),
})

function createQuestionChanges(table: Table) {
  const { item } = questionKind

  const add = (question: Question, account: Replacement<User>) =>
    writeTogether(table, [putPart(table, item(question)), updatePart(table, userKind, account)])

  /** Writes nothing for an account whose deletion has begun, which would not find the published answer. */
  function replace(question: Replacement<Question>, account: Replacement<User>, entry: AuditEntry) {
    const isUnchanged = account.before === account.after
    return writeAudited(
      table,
      entry,
      updatePart(table, questionKind, question),
      isUnchanged ? notDeletedPart(table, account.before.id) : updatePart(table, userKind, account),
      ...publicationParts(table, question),
    )
  }

  const putAll = (questions: readonly Question[]) =>
    putMany(table, [...questions.map(item), ...questions.flatMap(publishedItems)])

  return { add, replace, putAll }
}

function publishedItems(question: Question): StoredItem[] {
  const { publication, answerHtml, answeredAt, documentId, exercise, chapter } = question
  if (publication === null || answerHtml === null || answeredAt === null) return []
  const { id, text } = publication
  return [publishedAnswerKind.item({ id, documentId, exercise, chapter, text, answerHtml, answeredAt })]
}

function publicationParts(table: Table, { before, after }: Replacement<Question>): TransactionPart[] {
  const { publication } = before
  if (publication !== null && after.publication === null)
    return [deletePart(table, publishedAnswerKey(publication.id))]
  return publishedItems(after).map((answer) => putPart(table, answer, {}))
}
