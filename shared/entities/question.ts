import * as v from 'valibot'
import { THEME_SLUGS, TRACK_CODES } from '../catalogue/tracks.ts'
import {
  DocumentId,
  Email,
  orNull,
  requiredText,
  SAMPLE_DOCUMENT_ID,
  shownText,
  Timestamp,
  validationMessages as texts,
  UserId,
  wholeNumber,
} from './fields.ts'
import { plainDigits } from './plain-digits.ts'

export const QuestionStatus = v.picklist(['open', 'answered'], texts.choice)
export type QuestionStatus = v.InferOutput<typeof QuestionStatus>

export const MAX_QUESTION_LENGTH = 500
export const MAX_ANSWER_LENGTH = 5_000

/** The account, an underscore and a digest, by which a repeated question is found. */
export const QuestionId = v.pipe(
  v.string(texts.identifier),
  v.regex(/^[\da-f-]{36}_[\w-]{22}$/, texts.identifier),
)

/** A chapter by track, theme and its 1-based number: 'SM/ondes/1'. */
const Chapter = v.pipe(
  v.string(texts.chapter),
  v.regex(new RegExp(`^(?:${TRACK_CODES.join('|')})/(?:${THEME_SLUGS.join('|')})/[1-9]\\d?$`), texts.chapter),
)

const about = {
  documentId: orNull(DocumentId),
  exercise: orNull(wholeNumber(1, 99, texts.invalid)),
  chapter: orNull(Chapter),
}
export type QuestionAbout = v.InferOutput<v.ObjectSchema<typeof about, undefined>>

/** A name of a network or an e-mail address, or a Moroccan telephone number. */
const CONTACT = /@\w|(?:^|[^\d,.])(?:0|(?:\+|00)212[\s.-]?)[5-7](?:[\s.-]?\d){8}(?!\d)/

/** The question as the owner edited it for the page: a contact of the student never reaches it. */
export const PublishedText = v.pipe(
  shownText(MAX_QUESTION_LENGTH),
  v.check(
    (text) => !CONTACT.test(plainDigits(text)),
    "Retirez l'adresse, le pseudonyme ou le numéro de téléphone",
  ),
)

export const AnswerText = v.pipe(shownText(MAX_ANSWER_LENGTH), v.nonEmpty(texts.required))

export const QuestionInput = v.pipe(
  v.object({ ...about, text: v.pipe(shownText(MAX_QUESTION_LENGTH), v.nonEmpty(texts.required)) }),
  v.check(
    ({ documentId, exercise, chapter }) =>
      (documentId === null) !== (chapter === null) && (exercise === null || documentId !== null),
    texts.invalid,
  ),
)
export type QuestionInput = v.InferOutput<typeof QuestionInput>

export const Question = v.object({
  id: QuestionId,
  userId: UserId,
  email: Email,
  ...about,
  /** Title of what it is about, at the time of the question. */
  subject: v.string(),
  text: requiredText(MAX_QUESTION_LENGTH),
  /** Markdown; null while the question is open. */
  answer: orNull(requiredText(MAX_ANSWER_LENGTH)),
  /** The answer as safe HTML, which pages show without a library. */
  answerHtml: orNull(v.string()),
  answeredAt: orNull(Timestamp),
  /** Id of the published answer, and the question as the owner edited it for the page; null: it is not published. */
  publication: orNull(v.object({ id: v.string(), text: v.string() })),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Question = v.InferOutput<typeof Question>

export const OwnQuestion = v.object({
  ...v.pick(Question, ['id', 'subject', 'text', 'answer', 'answerHtml', 'answeredAt', 'createdAt']).entries,
  published: v.boolean(),
})
export type OwnQuestion = v.InferOutput<typeof OwnQuestion>

/** The owners' view of a question; the answer as it is written, since a page of a hundred must stay small. */
export const ManagedQuestion = v.object({
  ...v.omit(OwnQuestion, ['answerHtml']).entries,
  ...v.pick(Question, ['userId', 'email', 'documentId', 'exercise', 'chapter', 'updatedAt']).entries,
  publishedText: v.nullable(v.string()),
})
export type ManagedQuestion = v.InferOutput<typeof ManagedQuestion>

export const QuestionAnswer = v.pipe(
  v.object({
    answer: AnswerText,
    publish: v.boolean(texts.boolean),
    publishedText: v.optional(PublishedText, ''),
    /** State of the question that the owner saw. An answered one is only changed by its last reader. */
    updatedAt: v.optional(Timestamp),
  }),
  v.forward(
    v.check(({ publish, publishedText }) => !publish || publishedText !== '', texts.required),
    ['publishedText'],
  ),
)
export type QuestionAnswer = v.InferOutput<typeof QuestionAnswer>

/** An answer as a page shows it. It names neither the account nor its question. */
export const PublishedAnswer = v.object({
  id: v.string(),
  ...about,
  text: v.string(),
  answerHtml: v.string(),
  answeredAt: Timestamp,
})
export type PublishedAnswer = v.InferOutput<typeof PublishedAnswer>

const SAMPLE_ASKER = '44444444-4444-4444-8444-444444444444'

/** It is not in the samples, since pages of students and of papers must not load one with the other. */
export const sampleQuestion: Question = {
  id: `${SAMPLE_ASKER}_aaaaaaaaaaaaaaaaaaaaaa`,
  userId: SAMPLE_ASKER,
  email: 'curieux@exemple.test',
  documentId: SAMPLE_DOCUMENT_ID,
  exercise: null,
  chapter: null,
  subject: 'Ondes mécaniques - 2019',
  text: 'Pourquoi la célérité ne dépend-elle pas de la fréquence ?',
  answer: null,
  answerHtml: null,
  answeredAt: null,
  publication: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
