import * as v from 'valibot'
import { type TrackCode, tracks } from '../catalogue/tracks.ts'
import { Day, NewEmail, orNull, requiredText, validationMessages as texts, wholeNumber } from './fields.ts'
import { plainDigits } from './plain-digits.ts'

const Count = wholeNumber(1, 100_000, texts.count)

export const WhatsappNumber = v.pipe(
  v.string(texts.required),
  v.trim(),
  v.transform(plainDigits),
  v.regex(/^[1-9]\d{7,14}$/, texts.whatsapp),
)
export const Phone = v.pipe(
  requiredText(30),
  v.transform(plainDigits),
  v.regex(/^\+?[\d ().-]{8,}$/, texts.phone),
)

/** Only https, since other schemes could run a script. */
const WebAddress = v.pipe(requiredText(200), v.url(texts.url), v.startsWith('https://', texts.url))

export const Exam = v.object({ label: requiredText(80), date: Day })
export type Exam = v.InferOutput<typeof Exam>

/** A page of this site. An address of another site is none, also one without a scheme: '//example.org'. */
const SitePath = v.pipe(requiredText(200), v.regex(/^\/(?:[\w-]+(?:\/[\w-]+)*)?$/, texts.sitePath))

/** A sentence at the top of the site on the days from `from` to `until`, both included. */
export const Announcement = v.pipe(
  v.object({
    text: requiredText(200),
    /** A phone shows it in place of the text. */
    short: v.optional(requiredText(40)),
    /** The page to which the text leads. */
    page: v.optional(SitePath),
    from: Day,
    until: Day,
  }),
  v.forward(
    v.check(({ from, until }) => from <= until, texts.lastDay),
    ['until'],
  ),
)
export type Announcement = v.InferOutput<typeof Announcement>

const MINUTES = 'La durée doit être un nombre entier de 5 à 480 minutes'
const Minutes = wholeNumber(5, 480, MINUTES)

export const MockExamMinutes = v.object(
  Object.fromEntries(
    tracks.map(({ code, examMinutes }) => [code, v.optional(Minutes, examMinutes)]),
  ) as Record<TrackCode, v.OptionalSchema<typeof Minutes, number>>,
)

export const Settings = v.object({
  /** Moroccan dirhams, paid once. */
  priceDh: Count,
  premiumValidUntil: orNull(Day),
  exams: v.pipe(v.array(Exam), v.maxLength(8, texts.tooMany)),
  mockExamMinutes: v.optional(MockExamMinutes, {}),
  contact: v.object({
    email: NewEmail,
    phone: Phone,
    /** Number of the messaging app in international form, with digits only, as its links require. */
    whatsapp: WhatsappNumber,
    socialUrl: WebAddress,
    availability: requiredText(120),
  }),
  /** The means of payment, all of them offline: a bank transfer or a counter of two cash-transfer agencies. */
  payment: v.object({
    bank: v.object({ name: requiredText(80), holder: requiredText(80), account: requiredText(40) }),
    agencies: v.tuple([requiredText(80), requiredText(80)]),
  }),
  claims: v.object({ subjects: Count, resources: Count, yearsOfExperience: Count }),
  acceptsQuestions: v.optional(v.boolean(texts.boolean), false),
  announcement: orNull(Announcement),
  privacy: v.object({
    controller: requiredText(200),
    /** Postal address of the controller; null when it is not given. */
    address: orNull(requiredText(300)),
    contact: orNull(NewEmail),
    authority: requiredText(200),
    /** Number of the declaration to that authority; null: none yet. */
    declaration: orNull(requiredText(80)),
    /** Number of the request to keep the data abroad, which follows the declaration; null: none yet. */
    transfer: orNull(requiredText(80)),
  }),
})
export type Settings = v.InferOutput<typeof Settings>

/** The current settings; version 0 has the stage's first values, before anything is stored. */
export const SettingsView = v.object({
  ...Settings.entries,
  version: v.pipe(v.number(texts.invalid), v.integer(texts.invalid), v.minValue(0, texts.invalid)),
})
export type SettingsView = v.InferOutput<typeof SettingsView>
