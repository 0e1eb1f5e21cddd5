import * as v from 'valibot'
import { EXAM_SESSIONS, TRACK_CODES } from '../catalogue/tracks.ts'
import { normalizeEmail } from '../domain/user.ts'
import { validationMessages as texts } from '../messages/validation.ts'

/** Fields that several routes share. Each message is French and fit to show beside the field. */

/** An id of a user: the Cognito `sub`. */
export const UserId = v.pipe(v.string(texts.identifier), v.uuid(texts.identifier))

/** An id of a session, made by the server. */
export const SessionId = v.pipe(v.string(texts.identifier), v.uuid(texts.identifier))

/** An opaque id of a subject or resource. */
export const DocumentId = v.pipe(v.string(texts.identifier), v.regex(/^[\w-]{1,64}$/, texts.identifier))

/** The id of the resource in samples.ts; here, since what public pages load must not carry its file reference. */
export const SAMPLE_DOCUMENT_ID = 'sample-resource'

/**
 * Spec section 5: non-space text, an @, text, a dot, text. Trimmed and lower-cased (D6). Printable ASCII only: an address
 * must not look like another's in the dashboard, be it by signs that nobody sees or by letters of another alphabet.
 */
export const Email = v.pipe(
  v.string(texts.email),
  v.trim(),
  v.maxLength(254, texts.email),
  // Before the lower case, which makes an ordinary k of the Kelvin sign. The ranges leave out the space and the @.
  v.regex(/^[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+$/, texts.email),
  v.transform(normalizeEmail),
)

/** At least 6 characters (D10); the upper bound is Cognito's. */
export const Password = v.pipe(
  v.string(texts.password),
  v.minLength(6, texts.password),
  v.maxLength(256, texts.tooLong),
)

export const TrackCode = v.picklist(TRACK_CODES, texts.track)
export const ExamSession = v.picklist(EXAM_SESSIONS, texts.session)
export const Year = v.pipe(v.string(texts.year), v.regex(/^\d{4}$/, texts.year))

/** ISO 8601 UTC. */
export const Timestamp = v.string()

/** A day of the calendar, YYYY-MM-DD. */
export const Day = v.pipe(v.string(texts.day), v.check(isCalendarDay, texts.day))

/** Half of a sign that is written in two: no store takes it. A browser sends it when a text was cut in its middle. */
const HALF_SIGNS = /\p{Surrogate}/u

/** Whether a text is whole, as the table takes it. */
export const isWhole = (text: string) => !HALF_SIGNS.test(text)

/** Text as people write it, trimmed; it may be empty. */
export const freeText = (maxLength: number) =>
  v.pipe(
    v.string(texts.required),
    v.trim(),
    v.maxLength(maxLength, texts.tooLong),
    v.check(isWhole, texts.invalid),
  )

/** The same where something must be written. */
export const requiredText = (maxLength: number) => v.pipe(freeText(maxLength), v.nonEmpty(texts.required))

/** Number of items of a page: 1 to 100, default 50. Arrives as text. */
export const Limit = v.optional(
  v.pipe(
    v.union([v.string(), v.number()], texts.limit),
    v.transform(Number),
    v.integer(texts.limit),
    v.minValue(1, texts.limit),
    v.maxValue(100, texts.limit),
  ),
  50,
)

/** Where the next page begins: opaque, checked again by the repository that made it (D28). */
export const Cursor = v.optional(v.pipe(v.string(texts.cursor), v.regex(/^[\w-]{1,512}$/, texts.cursor)))

/** A switch in a query string. */
export const Flag = v.optional(
  v.pipe(
    v.picklist(['true', 'false'], texts.boolean),
    v.transform((text) => text === 'true'),
  ),
  'false',
)

/** Words of a search box. */
export const Search = v.optional(
  v.pipe(v.string(texts.invalid), v.trim(), v.maxLength(100, texts.tooLong)),
  '',
)

/** A page of a list; `nextCursor` is null at the end. */
export function pageOf<Item extends v.GenericSchema>(item: Item) {
  return v.object({ items: v.array(item), nextCursor: v.nullable(v.string()) })
}

/** `2026-02-31` has the form of a day, and would be read as another. */
function isCalendarDay(text: string): boolean {
  const instant = Date.parse(`${text}T00:00:00Z`)
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(instant) &&
    new Date(instant).toISOString().startsWith(text)
  )
}
