import { laterThan } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { isAnswered, publishedText, withoutQuestion } from '#shared/domain/questions.ts'
import type { Question, QuestionAnswer, QuestionStatus } from '#shared/entities/question.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry } from '../../data/audit-entry.ts'
import { repeatOvertaken } from '../../data/overtaken.ts'
import { newPublicationId } from '../../data/questions.ts'
import type { Page, PageQuery } from '../../data/table/cursor.ts'
import type { Deps } from '../../http/deps.ts'
import { renderOrRefuse } from './render-in-thread.ts'

/** Bytes. A question and its published answer are far below DynamoDB's limit of 400 kB. */
const MAX_ANSWER_HTML = 100_000

const ALREADY_ANSWERED = 'Cette question a déjà une autre réponse. Rechargez la page pour la lire.'

/** Returns a page of the questions in a state; none while the settings turn questions off. */
export async function listQuestions(
  { questions, settings }: Pick<Deps, 'questions' | 'settings'>,
  query: PageQuery & { status: QuestionStatus },
): Promise<Page<Question>> {
  const [page, { acceptsQuestions }] = await Promise.all([questions.list(query), settings.read()])
  return acceptsQuestions ? page : { items: [], nextCursor: null }
}

/**
 * Stores an owner's answer, and publishes it without a name or takes it from the page. The same answer again changes
 * nothing. The log keeps the answer and what it is about, and nothing of the student.
 * @throws DomainError INVALID_REQUEST for a formula that is wrong, NOT_FOUND without such a question or while questions
 *   are turned off, CONFLICT for another answer than the one that its owner saw
 */
export async function answerQuestion(
  { questions, settings, clock }: Pick<Deps, 'questions' | 'settings' | 'clock'>,
  actor: User,
  id: string,
  wanted: QuestionAnswer,
): Promise<Question> {
  const answerHtml = await renderOrRefuse('answer', wanted.answer, MAX_ANSWER_HTML)
  return repeatOvertaken(async () => {
    const { question: before, account, settings: current } = await questions.findToAnswer(id, settings.lookup)
    if (!before || !account || !current.acceptsQuestions) throw new DomainError('NOT_FOUND')
    if (isAnswered(before, wanted)) return before
    if (before.answer !== null && wanted.updatedAt !== before.updatedAt)
      throw new DomainError('CONFLICT', { detail: ALREADY_ANSWERED })
    const now = clock.now()
    const updatedAt = laterThan(before.updatedAt, now)
    const isNewAnswer = before.answer !== wanted.answer
    const text = publishedText(wanted)
    const after: Question = {
      ...before,
      answer: wanted.answer,
      answerHtml,
      answeredAt: isNewAnswer ? updatedAt : before.answeredAt,
      publication: text === null ? null : { id: before.publication?.id ?? newPublicationId(), text },
      updatedAt,
    }
    const entry = auditEntry(adminActor(actor), now, {
      action: 'UPDATE_QUESTION',
      target: before.documentId ?? before.chapter ?? '',
      before: { answer: before.answer, published: before.publication !== null },
      after: { answer: after.answer, published: after.publication !== null },
    })
    const told = isNewAnswer ? withNewAnswer(account, before, now) : account
    const result = await questions.replace({ before, after }, { before: account, after: told }, entry)
    return result === 'written' ? after : result
  })
}

function withNewAnswer(account: User, question: Question, now: Date): User {
  return {
    ...account,
    openQuestions:
      question.answer === null ? withoutQuestion(account.openQuestions, question) : account.openQuestions,
    newAnswerAt: now.toISOString(),
    updatedAt: laterThan(account.updatedAt, now),
  }
}
