import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { chapterNumber } from '#shared/catalogue/tracks.ts'
import type { Chapter } from '#shared/domain/chapter.ts'
import { laterThan } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { isAnswered, publishedText, withoutQuestion } from '#shared/domain/questions.ts'
import type { Question, QuestionAnswer, QuestionStatus } from '#shared/entities/question.ts'
import type { ManagedSheet, Sheet, SheetInput } from '#shared/entities/sheet.ts'
import type { User } from '#shared/entities/user.ts'
import type { RenderedText } from '#shared/writing/render-text.ts'
import { adminActor, auditEntry } from '../../data/audit.ts'
import { answerIfEqual, retryOnConflict } from '../../data/optimistic-lock.ts'
import { newPublicationId } from '../../data/questions.ts'
import type { Page, PageQuery } from '../../data/table/query.ts'
import type { Deps } from '../../http/use-case.ts'

/** Bytes. With its Markdown the item stays below DynamoDB's limit of 400 kB. */
const MAX_SHEET_HTML = 300_000

const CHANGED = 'Cette fiche a été modifiée entre-temps. Votre texte reste ici.'

export async function getStoredSheet(
  { sheets }: Pick<Deps, 'sheets'>,
  chapter: Chapter,
): Promise<ManagedSheet> {
  return managedSheet(await sheets.find(chapter))
}

/** It lies beside the function's bundle, and beside this file in tests. */
const THREAD = new URL(`./writing-thread${import.meta.url.endsWith('.ts') ? '.ts' : '.mjs'}`, import.meta.url)

/** Milliseconds. At the function's own limit its whole process would end, and the owner read of a failure. */
const PATIENCE = 15_000

/** More faults are those of one mistake. */
const MOST_FAULTS = 20
const TOO_LONG = 'Ce texte a trop de formules ou de tableaux.'

/**
 * Turns an owner's text into HTML as `renderText` does. `maxBytes` limits the HTML, since tables and formulas become
 * many times what was written. @throws DomainError INVALID_REQUEST with the line of each wrong formula, or for too much
 * HTML or time
 */
async function renderOrRefuse(field: string, markdown: string, maxBytes: number): Promise<string> {
  const rendered = await renderInThread(markdown)
  const { html, faults } = rendered ?? { html: null, faults: [] }
  if (html !== null && faults.length === 0 && Buffer.byteLength(html) <= maxBytes) return html
  const lines = faults.slice(0, MOST_FAULTS).map(({ line, message }) => `Ligne ${line} : ${message}`)
  const messages = lines.length > 0 ? lines : [TOO_LONG]
  throw new DomainError('INVALID_REQUEST', { errors: messages.map((message) => ({ path: field, message })) })
}

/** The thread's file has the libraries, which the bundle does without. @returns null for a text that takes longer */
async function renderInThread(markdown: string): Promise<RenderedText | null> {
  const worker = new Worker(THREAD, { env: {} })
  try {
    // The time counts from here, since a busy machine may take long to load the libraries.
    await once(worker, 'message')
    worker.postMessage(markdown)
    const signal = AbortSignal.timeout(PATIENCE)
    const [rendered] = (await once(worker, 'message', { signal })) as [RenderedText]
    return rendered
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return null
    throw error
  } finally {
    await worker.terminate()
  }
}

/** An empty text removes the sheet. @throws DomainError INVALID_REQUEST for a wrong formula, CONFLICT */
export async function setSheet(
  { sheets, clock }: Pick<Deps, 'sheets' | 'clock'>,
  actor: User,
  chapter: Chapter,
  { markdown, version }: SheetInput,
): Promise<ManagedSheet> {
  const before = await sheets.find(chapter)
  const isWanted = (stored: ManagedSheet) => stored.markdown === markdown
  if (isWanted(managedSheet(before))) return managedSheet(before)
  if ((before?.version ?? null) !== version) throw new DomainError('CONFLICT', { detail: CHANGED })
  const html = await renderOrRefuse('markdown', markdown, MAX_SHEET_HTML)
  const { track, theme, chapter: title } = chapter
  const now = clock.now()
  const updatedAt = before ? laterThan(before.updatedAt, now) : now.toISOString()
  const createdAt = before?.createdAt ?? updatedAt
  const after: Sheet | null =
    markdown === '' ? null : { ...chapter, markdown, html, version: randomUUID(), createdAt, updatedAt }
  const entry = auditEntry(adminActor(actor), now, {
    action: before ? (after ? 'UPDATE_SHEET' : 'DELETE_SHEET') : 'CREATE_SHEET',
    target: `${track}/${theme}/${chapterNumber(track, theme, title)}`,
    before: before && { markdown: before.markdown },
    after: after && { markdown },
  })
  if ((await sheets.replace(before, after, entry)) === 'written') return managedSheet(after)
  return answerIfEqual(await getStoredSheet({ sheets }, chapter), isWanted)
}

function managedSheet(sheet: Sheet | null): ManagedSheet {
  const { markdown = '', html = '', version = null, updatedAt = null } = sheet ?? {}
  return { markdown, html, version, updatedAt }
}

/** Bytes. A question and its published answer are far below DynamoDB's limit of 400 kB. */
const MAX_ANSWER_HTML = 100_000

const ALREADY_ANSWERED = 'Cette question a déjà une autre réponse. Rechargez la page pour la lire.'

export async function listQuestions(
  { questions, settings }: Pick<Deps, 'questions' | 'settings'>,
  query: PageQuery & { status: QuestionStatus },
): Promise<Page<Question>> {
  const [page, { acceptsQuestions }] = await Promise.all([questions.list(query), settings.read()])
  return acceptsQuestions ? page : { items: [], nextCursor: null }
}

/**
 * Stores an owner's answer, and publishes it without a name or takes it from the page. The log keeps nothing of the
 * student. @throws DomainError INVALID_REQUEST for a formula that is wrong, NOT_FOUND also while questions are turned
 * off, CONFLICT for another answer than the one that its owner saw
 */
export async function answerQuestion(
  { questions, settings, clock }: Pick<Deps, 'questions' | 'settings' | 'clock'>,
  actor: User,
  id: string,
  wanted: QuestionAnswer,
): Promise<Question> {
  const answerHtml = await renderOrRefuse('answer', wanted.answer, MAX_ANSWER_HTML)
  return retryOnConflict(async () => {
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
