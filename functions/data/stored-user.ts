import * as v from 'valibot'
import {
  parseSubjectDocumentId,
  SUBJECT_PARTS,
  type SubjectKey,
  subjectDocumentId,
} from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS } from '#shared/catalogue/tracks.ts'
import { LastDay } from '#shared/domain/days/last-day.ts'
import { foldText } from '#shared/domain/fold-text.ts'
import { orNull } from '#shared/entities/fields.ts'
import { type LastRead, User } from '#shared/entities/user.ts'
import { addressKey, userIndexKeys, userKey } from './keys.ts'
import { kind } from './table/kind.ts'
import { type Lookup, parseItem } from './table/read.ts'

/** Seconds, page, exercise, the form of the id, the id. */
const PACKED = /^([\da-z]+)\.(\d*)\.(\d*)\.([pui])([\w-]+)$/
const PAPER = /^([A-Z]+)(\d{4})(\d)(\d)$/
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** At most 36 characters, since a heartbeat rewrites the whole item: 't4p1kq.3.2.pSM202301'. */
export function packLastRead({ id, page, exercise, readAt }: LastRead): string {
  const seconds = Math.floor(Date.parse(readAt) / 1_000).toString(36)
  return `${seconds}.${page ?? ''}.${exercise ?? ''}.${packId(id)}`
}

function packId(id: string): string {
  const paper = parseSubjectDocumentId(id)
  if (paper) {
    const { track, year, session } = paper.subject
    return `p${track}${year}${EXAM_SESSIONS.indexOf(session)}${SUBJECT_PARTS.indexOf(paper.part)}`
  }
  if (!UUID.test(id)) return `i${id}`
  return `u${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}`
}

export const PackedLastRead = v.pipe(
  v.string(),
  v.regex(PACKED),
  v.transform((packed): LastRead => {
    const [, seconds = '', page, exercise, form = '', id = ''] = PACKED.exec(packed) ?? []
    return {
      id: unpackId(form, id),
      page: page ? Number(page) : null,
      exercise: exercise ? Number(exercise) : null,
      readAt: new Date(Number.parseInt(seconds, 36) * 1_000).toISOString(),
    }
  }),
)

function unpackId(form: string, id: string): string {
  if (form === 'i') return id
  if (form === 'u') {
    const hex = Buffer.from(id, 'base64url').toString('hex')
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
  const [, track = '', year = '', session, part] = PAPER.exec(id) ?? []
  const paper = { track, year, session: EXAM_SESSIONS[Number(session)] } as SubjectKey
  return subjectDocumentId(paper, SUBJECT_PARTS[Number(part)] ?? 'statement')
}

// A file of its own, so that a function that only reads accounts has nothing in its bundle that lists or changes them.

/** A user as the table holds them. Earlier versions stored the instant at which Premium ended. */
export const StoredUser = v.object({
  ...User.entries,
  premiumUntil: orNull(LastDay),
  lastRead: orNull(PackedLastRead),
})

export const userKind = kind({
  schema: StoredUser,
  key: userKey,
  id: ({ id }) => id,
  derived: (user) => ({
    ...userIndexKeys(user),
    searchText: foldText(user.email),
    ...(user.lastRead && { lastRead: packLastRead(user.lastRead) }),
  }),
})

const StoredAddress = v.object({ id: v.string() })

export function addressLookup(email: string): Lookup<string | null> {
  return { key: addressKey(email), parse: (item) => (item ? parseItem(StoredAddress, item).id : null) }
}
