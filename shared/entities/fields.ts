import * as v from 'valibot'
import { EXAM_SESSIONS, enumerateTracks, TRACK_CODES } from '../catalogue/tracks.ts'
import { plainDigits } from './plain-digits.ts'

/** Sentences about one field, the same in browser and API. */
export const validationMessages = {
  email: 'Veuillez entrer une adresse email valide',
  password: 'Le mot de passe doit contenir au moins 6 caractères',
  year: 'Veuillez entrer une année valide (4 chiffres)',
  track: `La filière doit être ${enumerateTracks('ou')}`,
  session: 'La session doit être Normale ou Rattrapage',
  boolean: 'Cette valeur doit être vrai ou faux',
  identifier: "L'identifiant n'est pas valide",
  limit: 'La limite doit être un nombre entier de 1 à 100',
  cursor: "Le curseur n'est pas valide",
  url: "L'adresse n'est pas valide",
  theme: "Ce thème n'existe pas",
  chapter: "Ce chapitre n'existe pas",
  choice: 'Cette valeur ne fait pas partie des choix possibles',
  day: 'Veuillez entrer une date valide',
  sitePath: 'Indiquez une page du site, par exemple /premium',
  lastDay: 'Le dernier jour ne peut pas précéder le premier',
  count: 'Veuillez entrer un nombre entier de 1 à 100 000',
  phone: 'Veuillez entrer un numéro de téléphone valide',
  whatsapp: "Veuillez entrer le numéro avec l'indicatif du pays, en chiffres seulement, comme 212600000000",
  tooMany: 'Cette liste est trop longue',
  required: 'Ce champ est obligatoire',
  tooLong: 'Ce texte est trop long',
  invalid: 'Valeur invalide',
  unknownField: "L'adresse contient un paramètre inconnu",
  fileTooLarge:
    "Ce fichier est trop volumineux : 5 Mo au plus, et moins s'il contient beaucoup de guillemets. Envoyez-le en plusieurs parties.",
} as const

/** Fields that several entities share. Each message is French and fit to show beside the field. */

/** An id that a program has made. */
export const Uuid = v.pipe(v.string(validationMessages.identifier), v.uuid(validationMessages.identifier))

/** An id of a user: the Cognito `sub`. */
export const UserId = Uuid
export const SessionId = Uuid

/** Property names that every object inherits are refused: stores and schemas drop such keys. */
export const DocumentId = v.pipe(
  v.string(validationMessages.identifier),
  v.regex(/^[\w-]{1,64}$/, validationMessages.identifier),
  v.check((id) => id !== 'prototype' && !(id in Object.prototype), validationMessages.identifier),
)

/** The id of the sample resource. It is not in the samples, since public pages must not load a file reference. */
export const SAMPLE_DOCUMENT_ID = 'sample-resource'

/** Returns the one form in which e-mail addresses are stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

/**
 * Trimmed and lower-cased. Printable ASCII only, so that an address cannot look like another one in the dashboard by
 * invisible characters or by letters of another alphabet.
 */
export const Email = v.pipe(
  v.string(validationMessages.email),
  v.trim(),
  v.maxLength(254, validationMessages.email),
  // The check precedes the lower case, which turns the Kelvin sign into an ordinary k. The ranges leave out the space
  // and the @.
  v.regex(/^[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+$/, validationMessages.email),
  v.transform(normalizeEmail),
)

/**
 * An address that may sign up and that mails go to. Some signs that {@link Email} allows lead elsewhere: `<` and quotes
 * to another mailbox, `?` and `&` to more recipients of a link, a first `=` to a formula. Accounts of earlier versions
 * may have them, so that sign-in keeps the wider rule.
 */
export const NewEmail = v.pipe(
  Email,
  v.regex(
    /^[a-z\d_][\w.+'-]{0,63}@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d](?:[a-z\d-]*[a-z\d])?$/,
    validationMessages.email,
  ),
)

/** At least 6 characters; the upper bound is Cognito's. */
export const Password = v.pipe(
  v.string(validationMessages.password),
  v.minLength(6, validationMessages.password),
  v.maxLength(256, validationMessages.tooLong),
)

export const TrackCode = v.picklist(TRACK_CODES, validationMessages.track)
export const ExamSession = v.picklist(EXAM_SESSIONS, validationMessages.session)
export const Year = v.pipe(
  v.string(validationMessages.year),
  v.transform(plainDigits),
  v.regex(/^\d{4}$/, validationMessages.year),
)

/** One of a few values, which are declared once, as the keys of their labels. */
/* @__NO_SIDE_EFFECTS__ */
export function choice<Value extends string>(labels: Readonly<Record<Value, string>>) {
  return v.picklist(Object.keys(labels) as Value[], validationMessages.choice)
}

/** ISO 8601 UTC. */
export const Timestamp = v.string()

/** A day of the calendar, YYYY-MM-DD. */
export const Day = v.pipe(
  v.string(validationMessages.day),
  v.transform(plainDigits),
  v.check(isCalendarDay, validationMessages.day),
)

/** An instant as `Date.prototype.toISOString` writes it, so that instants sort as text. */
export const Instant = v.pipe(
  v.string(validationMessages.invalid),
  v.isoTimestamp(validationMessages.invalid),
  // The pattern accepts an offset without minutes, which `Date` does not read.
  v.check((text) => !Number.isNaN(Date.parse(text)), validationMessages.invalid),
  v.transform((text) => new Date(text).toISOString()),
)

/** Half of a surrogate pair, which DynamoDB refuses. A browser sends it when a text was cut within a character. */
const LONE_SURROGATE = /\p{Surrogate}/u

export const isWellFormed = (text: string) => !LONE_SURROGATE.test(text)

/** Text as people write it, trimmed; it may be empty. */
export const freeText = (maxLength: number) =>
  v.pipe(
    v.string(validationMessages.required),
    v.trim(),
    v.maxLength(maxLength, validationMessages.tooLong),
    v.check(isWellFormed, validationMessages.invalid),
  )

/** Control characters but line feeds and tabs, and those that reverse the text around them. */
const INVISIBLE = /(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu

/** Returns text as it is read: what it hides could show another number, or another ending of a name, than it has. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '')
}

/** As {@link freeText}, for texts of people whom the reader does not know. */
export const shownText = (maxLength: number) =>
  v.pipe(v.string(validationMessages.required), v.transform(withoutInvisible), freeText(maxLength))

export const requiredText = (maxLength: number) =>
  v.pipe(freeText(maxLength), v.nonEmpty(validationMessages.required))

export const wholeNumber = (least: number, most: number, message: string) =>
  v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message))

/** A field that may be missing: null is stored as absence. */
export const orNull = <Schema extends v.GenericSchema<unknown, unknown>>(schema: Schema) =>
  v.optional(v.nullable(schema), null)

/** Refuses days such as `2026-02-31`, which would be read as another day. */
function isCalendarDay(text: string): boolean {
  const instant = Date.parse(`${text}T00:00:00Z`)
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(instant) &&
    new Date(instant).toISOString().startsWith(text)
  )
}
