import { questionExpiry } from '#shared/domain/questions.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { PublishedAnswer, Question, type QuestionStatus } from '#shared/entities/question.ts'
import type { User } from '#shared/entities/user.ts'
import { writeAudited } from './audited.ts'
import { notDeletedPart } from './deletions.ts'
import { newestFirst, publishedAnswerKey, questionKey, questionsPartition } from './keys.ts'
import type { Table } from './table/client.ts'
import { kind } from './table/kind.ts'
import type { StoredItem } from './table/table-shape.ts'
import { deletePart, putPart, type TransactionPart, updatePart, writeTogether } from './table/transaction.ts'
import { putMany, type WriteResult } from './table/write.ts'
import { userKind } from './user-kind.ts'

/** The state that was read, and the new state. */
type Change<T> = { before: T; after: T }

const statusOf = ({ answer }: Question): QuestionStatus => (answer === null ? 'open' : 'answered')

export const questionKind = kind({
  schema: Question,
  key: questionKey,
  id: ({ id }) => id,
  derived: (question) => ({
    gsi1pk: questionsPartition(statusOf(question)),
    gsi1sk: newestFirst(question),
    expiresAt: questionExpiry(question.answeredAt ?? question.createdAt),
  }),
})

/** An answer expires with its question. */
const publishedAnswerKind = kind({
  schema: PublishedAnswer,
  key: publishedAnswerKey,
  id: ({ id }) => id,
  derived: ({ answeredAt }) => ({ expiresAt: questionExpiry(answeredAt) }),
})

/** Writes questions, each with its account, and the answers that pages show. */
export function createQuestionChanges(table: Table) {
  const { item } = questionKind

  /** Adds a question and notes it in its profile. One transaction. */
  function add(question: Question, { before, after }: Change<User>): Promise<WriteResult> {
    return writeTogether(table, [
      putPart(table, item(question)),
      updatePart(table, userKind.item(before), userKind.item(after)),
    ])
  }

  /**
   * Puts a question in place of what was read, with its account and its published answer; nothing for an account whose
   * deletion has begun, which would not find the published answer.
   */
  function replace(
    question: Change<Question>,
    { before, after }: Change<User>,
    entry: AuditEntry,
  ): Promise<WriteResult> {
    return writeAudited(
      table,
      entry,
      updatePart(table, item(question.before), item(question.after)),
      before === after
        ? notDeletedPart(table, before.id)
        : updatePart(table, userKind.item(before), userKind.item(after)),
      ...publicationParts(table, question),
    )
  }

  const putAll = (questions: readonly Question[]) =>
    putMany(table, [...questions.map(item), ...questions.flatMap(publishedItems)])

  return { add, replace, putAll }
}

/** Returns the published answer of a question. */
function publishedItems(question: Question): StoredItem[] {
  const { publication, answerHtml, answeredAt, documentId, exercise, chapter } = question
  if (publication === null || answerHtml === null || answeredAt === null) return []
  const { id, text } = publication
  return [publishedAnswerKind.item({ id, documentId, exercise, chapter, text, answerHtml, answeredAt })]
}

function publicationParts(table: Table, { before, after }: Change<Question>): TransactionPart[] {
  const { publication } = before
  if (publication !== null && after.publication === null)
    return [deletePart(table, publishedAnswerKey(publication.id))]
  return publishedItems(after).map((answer) => putPart(table, answer, {}))
}
