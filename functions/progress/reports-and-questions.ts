import { createHash } from 'node:crypto'
import { parseSubjectDocumentId, subjectDocumentTitle } from '#shared/catalogue/subjects.ts'
import { isEstablished } from '#shared/domain/accounts/roles.ts'
import { laterThan, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import type { Document } from '#shared/domain/documents/document.ts'
import { DomainError, found } from '#shared/domain/domain-error.ts'
import { askedSeconds, chapterSubject, MOST_OPEN_QUESTIONS, stillOpen } from '#shared/domain/questions.ts'
import type { Question, QuestionInput } from '#shared/entities/question.ts'
import type { Report } from '#shared/entities/report.ts'
import type { User } from '#shared/entities/user.ts'
import { reportId } from '../data/keys.ts'
import { retryOnConflict } from '../data/optimistic-lock.ts'
import { newQuestionId } from '../data/questions.ts'
import { readAgain } from '../http/profile-view.ts'
import type { Caller, Deps } from '../http/use-case.ts'

type AskDeps = Pick<Deps, 'questions' | 'documents' | 'subjects' | 'settings' | 'users' | 'clock'>

/** None while the settings turn questions off. */
export async function listOwnQuestions(
  { questions, settings }: Pick<Deps, 'questions' | 'settings'>,
  userId: string,
): Promise<Question[]> {
  const [items, { acceptsQuestions }] = await Promise.all([questions.listOwn(userId), settings.read()])
  return acceptsQuestions ? items : []
}

/** The same question of a day returns the first one. @throws DomainError NOT_FOUND, PREMIUM_REQUIRED, CONFLICT */
export async function askQuestion(
  deps: AskDeps,
  { user: caller, roles }: Caller,
  input: QuestionInput,
): Promise<Question> {
  const [{ acceptsQuestions }, subject] = await Promise.all([deps.settings.read(), findTitle(deps, input)])
  if (!acceptsQuestions) throw new DomainError('NOT_FOUND')
  if (!roles.isPremium) throw new DomainError('PREMIUM_REQUIRED')
  if (subject === null) throw new DomainError('NOT_FOUND')
  const now = deps.clock.now()
  const id = newQuestionId(caller.id, input, now)
  let user = caller
  return retryOnConflict(async () => {
    const open = stillOpen(user.openQuestions, now)
    if (open.length >= MOST_OPEN_QUESTIONS) return (await deps.questions.find(id)) ?? refuse()
    const at = now.toISOString()
    const question: Question = {
      ...input,
      id,
      userId: user.id,
      email: user.email,
      subject,
      answer: null,
      answerHtml: null,
      answeredAt: null,
      publication: null,
      createdAt: at,
      updatedAt: at,
    }
    const openQuestions = [...open, askedSeconds(at)]
    const after = { ...user, openQuestions, updatedAt: laterThan(user.updatedAt, now) }
    const result = await deps.questions.add(question, { before: user, after })
    if (result === 'written') return question
    const stored = await deps.questions.find(id)
    if (stored) return stored
    user = await readAgain(deps, caller)
    return result
  })
}

function refuse(): never {
  throw new DomainError('CONFLICT', {
    detail: `Vous avez déjà ${MOST_OPEN_QUESTIONS} questions sans réponse. Attendez une réponse avant d'en poser une autre.`,
  })
}

async function findTitle(
  { documents, subjects }: Pick<Deps, 'documents' | 'subjects'>,
  { documentId, exercise, chapter }: QuestionInput,
): Promise<string | null> {
  if (chapter !== null) return chapterSubject(chapter)
  if (documentId === null) return null
  const paper = parseSubjectDocumentId(documentId)
  if (!paper) return exercise === null ? ((await documents.find(documentId))?.title ?? null) : null
  const subject = await subjects.find(paper.subject)
  if (!subject || (paper.part !== 'statement' && subject[paper.part] === null)) return null
  const title = subjectDocumentTitle(subject, paper.part)
  if (exercise === null) return title
  return subject.exercises.some(({ number }) => number === exercise)
    ? `${title} - Exercice ${exercise}`
    : null
}

type ReportInput = Pick<Report, 'documentId' | 'page' | 'kind' | 'text'>

/** The same report of a day returns the first one. @throws DomainError NOT_FOUND, CONFLICT, TOO_MANY_REQUESTS */
export async function reportError(
  { documents, reports, clock }: Pick<Deps, 'documents' | 'reports' | 'clock'>,
  user: User,
  network: string,
  input: ReportInput,
): Promise<Report> {
  const document = found(await documents.find(input.documentId))
  if (input.kind === 'uncorrected' && !isMissingCorrection(document))
    throw new DomainError('CONFLICT', { detail: 'Aucun corrigé ne manque ici. Rechargez la page.' })
  const { title, type } = document
  const now = clock.now()
  const at = now.toISOString()
  const report: Report = {
    ...input,
    id: reportId(user.id, hashOf(input, moroccanDay(now))),
    title,
    type,
    state: 'new',
    network,
    isFromYoungAccount: !isEstablished(user, now),
    note: '',
    createdAt: at,
    updatedAt: at,
  }
  return reports.add(user.id, report, now)
}

/** A paper announces the correction that it does not have yet. */
function isMissingCorrection({ id, file }: Document): boolean {
  return parseSubjectDocumentId(id)?.part === 'correction' && file.kind === 'coming-soon'
}

function hashOf({ documentId, page, kind, text }: ReportInput, day: string): string {
  const content = JSON.stringify([documentId, page, kind, text, day])
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}
