import { chapterTitle, type TrackCode } from '../catalogue/tracks.ts'
import type { ManagedQuestion, OwnQuestion, Question, QuestionAnswer } from '../entities/question.ts'
import { daysBefore } from './days/moroccan-day.ts'
import { foldText } from './fold-text.ts'
import { LONGEST_RETENTION } from './retention.ts'

export const MOST_OPEN_QUESTIONS = 5

/** Returns the instant of a question as a profile notes it, in epoch seconds: small, since a heartbeat rewrites it. */
export const askedSeconds = (createdAt: string) => Math.floor(Date.parse(createdAt) / 1_000)

/** Returns the last second of a question that was asked or answered at `at`, in epoch seconds. */
export function questionExpiry(at: string): number {
  return Date.parse(daysBefore(at.slice(0, 10), -LONGEST_RETENTION.questions)) / 1_000
}

export function stillOpen(noted: readonly number[] | null, now: Date): number[] {
  const isKept = (seconds: number) =>
    questionExpiry(new Date(seconds * 1_000).toISOString()) > now.getTime() / 1_000
  return (noted ?? []).filter(isKept)
}

export function withoutQuestion(
  noted: readonly number[] | null,
  { createdAt }: Pick<Question, 'createdAt'>,
): number[] | null {
  const rest = [...(noted ?? [])]
  const at = rest.indexOf(askedSeconds(createdAt))
  if (at >= 0) rest.splice(at, 1)
  return rest.length > 0 ? rest : null
}

export function chapterSubject(chapter: string): string | null {
  const [track, theme = '', number] = chapter.split('/')
  const title = chapterTitle(track as TrackCode, theme, Number(number))
  return title === undefined ? null : `${title} (${track})`
}

export function isAnswered(
  { answer, publication }: Pick<Question, 'answer' | 'publication'>,
  wanted: Pick<QuestionAnswer, 'answer' | 'publish' | 'publishedText'>,
): boolean {
  return answer === wanted.answer && (publication?.text ?? null) === publishedText(wanted)
}

/** Returns the words of a text that are also in an e-mail address, which often contains a name. */
export function namesIn(text: string, email: string): string[] {
  const [local = ''] = email.split('@')
  const names: readonly string[] = local.match(/[a-z]{3,}/g) ?? []
  const isName = (word: string) =>
    names.some((name) => name === word || (word.length > 3 && name.startsWith(word)))
  return [...new Set(text.match(/[\p{L}\p{M}]+/gu))].filter((word) => isName(foldText(word)))
}

export function publishedText({
  publish,
  publishedText: text,
}: Pick<QuestionAnswer, 'publish' | 'publishedText'>): string | null {
  return publish ? text : null
}

/** Its schema leaves out what is for owners. */
export function ownQuestion(question: Question): OwnQuestion {
  return { ...question, published: question.publication !== null }
}

/** Its schema leaves out the answer as HTML. */
export function managedQuestion(question: Question): ManagedQuestion {
  const { publication } = question
  return { ...question, published: publication !== null, publishedText: publication?.text ?? null }
}
