import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { SUBJECT_PARTS, type SubjectKey, subjectDocumentId } from '#shared/catalogue/subjects.ts'
import { chapterNumber, EXAM_SESSIONS, TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import { canonicalAddress } from '#shared/domain/accounts/canonical-address.ts'
import type { Chapter } from '#shared/domain/chapter.ts'
import type { Actor, AuditEntry } from '#shared/entities/audit-entry.ts'
import type { Card } from '#shared/entities/card.ts'
import type { Copy } from '#shared/entities/copy.ts'
import { type LedgerEntry, parseLedgerEntryId } from '#shared/entities/ledger-entry.ts'
import type { PaymentRequestStatus } from '#shared/entities/payment-request.ts'
import type { QuestionStatus } from '#shared/entities/question.ts'
import type { ReportState } from '#shared/entities/report.ts'
import type { Resource } from '#shared/entities/resource.ts'
import type { User } from '#shared/entities/user.ts'
import type { ItemKey } from './table/table-shape.ts'

// The item map. gsi1 newest first, gsi2 the resources of a chapter, gsi3 free videos, Premium accounts, and what
// concerns an account (table-shape.ts).
//
// item             pk                     sk                           index
// user + lease     USER#<id>              PROFILE                      gsi1 USERS / <createdAt>#<id>, not while blocked
//                                                                      gsi3 PREMIUM / <createdAt>#<id>, flagged, also while blocked
// address          ADDRESS#<email>        ACCOUNT                      - (holds the id of the account at the address)
// progress         USER#<id>              PROGRESS#<track>#<theme>#<n> -
// mock examination USER#<id>              PRACTICE#<id>                - (the id begins with the start)
// practised paper  USER#<id>              EXERCISES#<subject id>       - (the account's marks of single exercises)
// counted paper    USER#<id>              COUNTED#<subject id>         - (the part of the account in the sums of the paper)
// sat paper        PRACTICE_STATISTICS    <subject id>#<0..3>          - (sums over all students, which name none)
// report           USER#<id>              REPORT#<hash>                gsi1 REPORTS#<state> / <createdAt>#<report id> (TTL)
// question         USER#<id>              QUESTION#<hash>              gsi1 QUESTIONS#<status> / <createdAt>#<question id> (TTL)
// published answer PUBLISHED_ANSWERS      <random id>                  - (TTL; leads to no account, its question names it)
// payment request  USER#<id>              PAYMENT_REQUEST#<own part>   gsi1 PAYMENT_REQUESTS#<status> / <createdAt>#<request id> (TTL once decided)
//                                                                      gsi3 PAYMENT_REFERENCE#<digest> / <createdAt>#<email>, not when withdrawn or approved
// ledger entry     LEDGER#<user id>       <own part>                   gsi1 LEDGER / <receivedOn>T<time>#<id> (TTL; is not deleted with its account)
//                                                                      gsi3 PAYMENT_REFERENCE#<digest> / <createdAt>#<user id>, payments only
// subject          SUBJECTS#<track>       <year>#<session>             - (with its correction and video)
// resource         RESOURCE#<id>          RESOURCE                     gsi1 RESOURCES / <createdAt>#<id>
//                                                                      gsi2 CHAPTER#<track>#<theme>#<n> / <year>#<session>#<id>
//                                                                      gsi3 FREE_VIDEOS / <createdAt>#<id>, free videos only
// revision sheet   SHEETS                 <track>#<theme>#<chapter>    - (by the chapter's title; Markdown and HTML)
// blocked e-mail   BLOCKED                <email>                      -
// blocked mailbox  BLOCKED_MAILBOXES      <canonical address>          - (its blocked addresses)
// audit entry      AUDIT                  <createdAt>#<id>             gsi3 ABOUT#<email> / <createdAt>#<id>, about an account only (TTL)
// actor            ACTORS                 EMAIL#<email>|SYSTEM         - (TTL)
// refusals         REFUSALS#<entry id>    REFUSALS                     - (TTL; number of refused attempts that an audit entry summarises)
// user count       COUNTERS               USERS#<0..7>                 - (and sign-ups and activations by week)
// resource count   COUNTERS               RESOURCES                    -
// deletion         DELETIONS              <user id>                    - (TTL once done)
// notice           NOTICES                <day>-<hash of actor>        - (TTL; documents that an actor made free in a day)
// broken document  HEALTH                 BROKEN#<document id>         -
// health round     HEALTH                 ROUND                        - (position of the check of documents)
// prepared PDF     PAPERS                 <digest>                     - (the weights of its pictures, and the documents with these bytes)
// running reading  PREPARATIONS           <document id>                - (TTL; a call that reads its content, so that no other does)
// proposal         PROPOSALS              <subject id>                 - (exercises that a paper's text announces; never published)
// inbox folder     INBOX                  FOLDER                       - (its address in Drive; absent until the owner sets it)
// received file    INBOX                  FILE#<file id>               - (a file of that folder, until a document has it or it is gone)
// search of files  INBOX                  SEARCH                       - (end of the last one)
// change of access ACCESS_CHANGES         <user id>                    - (until the daily reconciliation has applied it in Cognito)
// copy             COPY#<code>            COPY                         gsi3 COPIES#<user id> / <issuedAt>#<code> (TTL; a PDF that an account saved)
// card             CARD#<digest>          CARD                         gsi1 CARDS / <createdAt>#<digest> (TTL)
//                                                                      gsi3 CARDS_OF#<user id> / <usedAt>#<digest>, once used
// batch of cards   CARD_BATCHES           <id>                         -
// settings         SETTINGS               SETTINGS                     - (absent until the owner sets something)
// call count       THROTTLE#<subject>     <start of the window>        - (TTL)
// proof of work    SIGN_UP_PROOF#<digest> SIGN_UP_PROOF                - (TTL; the attempt to sign up that used it)
// sign-ups         SIGN_UPS               <day>                        - (TTL; number of solved challenges of a day)
// openings         OPENINGS#<yyyy-mm>     <document id>                - (TTL; a number for each day of the month)
// publication      PUBLICATION            STATE                        - (the lock, and the end of the last one)
// request of one   PUBLICATION            REQUEST                      - (a write that only the table's stream reads)
// mail             MAIL#<user id>         <reason>                     - (TTL; written before the mail is sent, at most once)
// account's day    DAYS#<user id>         <day>                        gsi3 WATCHED / <day>#<id>, days that stand out only (TTL)
//
// Users, resources, cards and payment requests carry `searchText`, the folded text that the owners' search looks through, projected into gsi1.
//
// Why some partitions are not sharded, though every write of a kind meets there (1,000 writes a second each):
// - USERS (gsi1) is written at sign-up, block and deletion, never by a heartbeat: only `searchText` is projected.
//   A thousand sign-ups a second is beyond what the product will see, and the list must be one newest-first order.
// - AUDIT is written by a few owners by hand, with one entry per import batch. ACTORS likewise.
//   An admin's refused attempts of a minute are one entry a route.
// - RESOURCES and FREE_VIDEOS are written by an import of some thousand lines, in batches that back off.
// - PREMIUM (gsi3) and ACCESS_CHANGES change when an owner acts by hand.
// - A month of OPENINGS is written with each ticket; DynamoDB splits a partition in demand between its sort keys.
// - DELETIONS holds accounts that are being deleted, and those deleted within two days.
// The user count and the sums of a paper, which a whole class may sit at once, are sharded because their writes are
// transactions on one item, which conflict instead of queueing.

const itemKey = (pk: string, sk: string): ItemKey => ({ pk, sk })

const shardOf = (text: string, shards: number) =>
  createHash('sha256').update(text).digest().readUInt8() % shards

/** Returns 22 characters, some 130 bits of the digest. */
export const keyDigest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

export const userKey = (id: string) => itemKey(`USER#${id}`, 'PROFILE')
const ownKey = (userId: string, sk: string) => itemKey(userKey(userId).pk, sk)

/** The items of an account whose sort keys begin so. */
export const ownItems = (userId: string, prefix: string) => ({ partition: userKey(userId).pk, prefix })

/** There is at most one account at a normalised address. */
export const addressKey = (email: string) => itemKey(`ADDRESS#${email}`, 'ACCOUNT')

const PROGRESS = 'PROGRESS#'
export const progressPrefix = (track?: TrackCode) => (track === undefined ? PROGRESS : `${PROGRESS}${track}#`)

export const trackOfProgress = (sk: string) => sk.split('#')[1]

export type StudentChapter = { userId: string; track: TrackCode; theme: string; chapter: number }
export const progressKey = ({ userId, track, theme, chapter }: StudentChapter) =>
  ownKey(userId, `${progressPrefix(track)}${theme}#${chapter}`)

export const practicePrefix = 'PRACTICE#'
export const mockExamKey = (userId: string, id: string) => ownKey(userId, `${practicePrefix}${id}`)

export const exercisesPrefix = 'EXERCISES#'
export const practicedPaperKey = (userId: string, subjectId: string) =>
  ownKey(userId, `${exercisesPrefix}${subjectId}`)

export const countedPaperKey = (userId: string, subjectId: string) => ownKey(userId, `COUNTED#${subjectId}`)

export const PRACTICE_STATISTICS = 'PRACTICE_STATISTICS'
const STATISTICS_SHARDS = 4
export const satPaperKey = (subjectId: string, userId: string) =>
  itemKey(PRACTICE_STATISTICS, `${subjectId}#${shardOf(userId, STATISTICS_SHARDS)}`)
export const parseSatPaper = ({ sk }: ItemKey): string => sk.slice(0, sk.lastIndexOf('#'))
export const reportPrefix = 'REPORT#'
/** The id of a report, question or payment request begins with the id of its account, which has 36 characters. */
export const reportId = (userId: string, hash: string) => `${userId}_${hash}`
const reportedKey = (id: string, prefix: string) => ownKey(id.slice(0, 36), `${prefix}${id.slice(37)}`)
const reportedIdAt = ({ pk, sk }: ItemKey, prefix: string): string | null => {
  const { pk: start } = userKey('')
  const isReported = pk.startsWith(start) && sk.startsWith(prefix)
  return isReported ? reportId(pk.slice(start.length), sk.slice(prefix.length)) : null
}
export const reportKey = (id: string) => reportedKey(id, reportPrefix)
export const reportsPartition = (state: ReportState) => `REPORTS#${state}`

export const paymentRequestPrefix = 'PAYMENT_REQUEST#'
export const paymentRequestKey = (id: string) => reportedKey(id, paymentRequestPrefix)
export const requestIdAt = (key: ItemKey) => reportedIdAt(key, paymentRequestPrefix)
export const questionPrefix = 'QUESTION#'
export const questionKey = (id: string) => reportedKey(id, questionPrefix)
export const questionIdAt = (key: ItemKey) => reportedIdAt(key, questionPrefix)
export const questionsPartition = (status: QuestionStatus) => `QUESTIONS#${status}`
export const PUBLISHED_ANSWERS = 'PUBLISHED_ANSWERS'
export const publishedAnswerKey = (id: string) => itemKey(PUBLISHED_ANSWERS, id)

export const paymentRequestsPartition = (status: PaymentRequestStatus) => `PAYMENT_REQUESTS#${status}`

export const paymentReferencePartition = (digest: string) => `PAYMENT_REFERENCE#${digest}`
export const referenceIndexKeys = (digest: string, at: string, account: string) => ({
  gsi3pk: paymentReferencePartition(digest),
  gsi3sk: `${at}#${account}`,
})
export const parseReferenceIndex = (gsi3sk: string) => {
  const at = gsi3sk.indexOf('#')
  return { date: gsi3sk.slice(0, at), account: gsi3sk.slice(at + 1) }
}

export const LEDGER = 'LEDGER'
/** Partition of an account's entries, apart from its own items, which may be deleted. */
export const ledgerPartition = (userId: string) => `${LEDGER}#${userId}`
export const ledgerKey = (id: string): ItemKey => {
  const { userId, ownPart } = parseLedgerEntryId(id)
  return itemKey(ledgerPartition(userId), ownPart)
}
export const ledgerIndexKeys = ({ id, createdAt, receivedOn }: LedgerEntry) => ({
  gsi1pk: LEDGER,
  gsi1sk: newestFirst({ createdAt: `${receivedOn}${createdAt.slice(10)}`, id }),
})

export const subjectsPartition = (track: TrackCode) => `SUBJECTS#${track}`
export const subjectItemKey = ({ track, year, session }: SubjectKey) =>
  itemKey(subjectsPartition(track), `${year}#${session}`)

export const SHEETS = 'SHEETS'
export const sheetKey = ({ track, theme, chapter }: Chapter) =>
  itemKey(SHEETS, `${track}#${theme}#${chapter}`)

export const resourceKey = (id: string) => itemKey(`RESOURCE#${id}`, 'RESOURCE')

/** Returns the ids of the documents that the item under a key may have; none for other items. */
export function documentIdsAt({ pk, sk }: ItemKey): string[] {
  const { pk: resource } = resourceKey('')
  if (pk.startsWith(resource)) return [pk.slice(resource.length)]
  const subject = TRACK_CODES.flatMap((track) =>
    EXAM_SESSIONS.map((session) => ({ track, session, year: sk.slice(0, 4) })),
  ).find((each) => isDeepStrictEqual(subjectItemKey(each), { pk, sk }))
  return subject ? SUBJECT_PARTS.map((part) => subjectDocumentId(subject, part)) : []
}

export const copyKey = (code: string) => itemKey(`COPY#${code}`, 'COPY')

export const copyIndexKeys = ({ userId, issuedAt, code }: Pick<Copy, 'userId' | 'issuedAt' | 'code'>) => ({
  gsi3pk: copiesOfPartition(userId),
  gsi3sk: newestFirst({ createdAt: issuedAt, id: code }),
})
export const copiesOfPartition = (userId: string) => `COPIES#${userId}`

export const CARDS = 'CARDS'
export const cardKey = (id: string) => itemKey(`CARD#${id}`, 'CARD')
export const cardsOfPartition = (userId: string) => `CARDS_OF#${userId}`
export const cardIndexKeys = ({ id, createdAt, userId, usedAt }: Card) => ({
  gsi1pk: CARDS,
  gsi1sk: newestFirst({ createdAt, id }),
  ...(userId !== null &&
    usedAt !== null && { gsi3pk: cardsOfPartition(userId), gsi3sk: newestFirst({ createdAt: usedAt, id }) }),
})

export const CARD_BATCHES = 'CARD_BATCHES'
export const cardBatchKey = (id: string) => itemKey(CARD_BATCHES, id)

export const BLOCKED = 'BLOCKED'
export const blockedKey = (email: string) => itemKey(BLOCKED, email)
export const blockedMailboxKey = (email: string) => itemKey('BLOCKED_MAILBOXES', canonicalAddress(email))

export const AUDIT = 'AUDIT'
export const auditKey = ({ createdAt, id }: Pick<AuditEntry, 'createdAt' | 'id'>) =>
  itemKey(AUDIT, newestFirst({ createdAt, id }))

export const aboutIndexKeys = ({ target, ...entry }: Pick<AuditEntry, 'target' | 'createdAt' | 'id'>) => ({
  gsi3pk: aboutPartition(target),
  gsi3sk: newestFirst(entry),
})
export const aboutPartition = (email: string) => `ABOUT#${email}`

export const ACTORS = 'ACTORS'
/** SYSTEM has a key of its own kind, which no address can have. */
export const actorKey = (actor: Actor) =>
  itemKey(ACTORS, actor.type === 'system' ? 'SYSTEM' : `EMAIL#${actor.email}`)

type RefusedAttempts = { actor: Actor; route: string; minute: Date }
export const refusalsId = ({ actor, route, minute }: RefusedAttempts) =>
  keyDigest(`${actorKey(actor).sk} ${route} ${minute.toISOString()}`)
/** These items are beside the log, to which functions may add entries but which they may not change. */
export const refusalsKey = (entryId: string) => itemKey(`REFUSALS#${entryId}`, 'REFUSALS')

export const COUNTERS = 'COUNTERS'
export const USER_COUNTERS = 'USERS#'
const USER_COUNTER_SHARDS = 8
/** A user is counted in and out on the same shard. */
export const userCounterKey = (userId: string) =>
  itemKey(COUNTERS, `${USER_COUNTERS}${shardOf(userId, USER_COUNTER_SHARDS)}`)

export const resourceCounterKey = itemKey(COUNTERS, 'RESOURCES')

export const settingsKey = itemKey('SETTINGS', 'SETTINGS')

export const ACCESS_CHANGES = 'ACCESS_CHANGES'
export const accessChangeKey = (userId: string) => itemKey(ACCESS_CHANGES, userId)

export const HEALTH = 'HEALTH'
const BROKEN = 'BROKEN#'
export const brokenKey = (documentId: string) => itemKey(HEALTH, `${BROKEN}${documentId}`)
export const parseBrokenId = ({ sk }: ItemKey) =>
  sk.startsWith(BROKEN) ? sk.slice(BROKEN.length) : undefined
export const healthRoundKey = itemKey(HEALTH, 'ROUND')

export const PAPERS = 'PAPERS'
export const preparedKey = (digest: string) => itemKey(PAPERS, digest)

export const readingKey = (documentId: string) => itemKey('PREPARATIONS', documentId)

export const PROPOSALS = 'PROPOSALS'
export const proposalKey = (subjectId: string) => itemKey(PROPOSALS, subjectId)

export const INBOX = 'INBOX'
export const inboxFolderKey = itemKey(INBOX, 'FOLDER')
export const inboxSearchKey = itemKey(INBOX, 'SEARCH')
export const inboxFilePrefix = 'FILE#'
export const inboxFileKey = (fileId: string) => itemKey(INBOX, `${inboxFilePrefix}${fileId}`)

export const PUBLICATION = 'PUBLICATION'
export const publicationStateKey = itemKey(PUBLICATION, 'STATE')
export const publicationRequestKey = itemKey(PUBLICATION, 'REQUEST')

export const NOTICES = 'NOTICES'
export const noticeKey = (id: string) => itemKey(NOTICES, id)
/** The address is hashed, so that it is not part of a path. */
export const noticeId = (actor: Actor, day: string) => `${day}-${keyDigest(actorKey(actor).sk)}`

export const DELETIONS = 'DELETIONS'
export const deletionKey = (userId: string) => itemKey(DELETIONS, userId)

/** A network address counts for all accounts and browsers behind it. */
export type ThrottleSubject = { kind: 'account' | 'browser' | 'address'; name: string; route: string }
/** The name is hashed, so that neither a network address nor a cookie is stored. */
export const throttleKey = ({ kind, name, route }: ThrottleSubject, window: Date) =>
  itemKey(`THROTTLE#${kind}#${keyDigest(`${route} ${name}`)}`, window.toISOString())

export const signUpProofKey = (challenge: string) => itemKey(`SIGN_UP_PROOF#${challenge}`, 'SIGN_UP_PROOF')

export const signUpsKey = (day: string) => itemKey('SIGN_UPS', day)

export const openingsKey = (month: string, documentId: string) =>
  itemKey(openingsPartition(month), documentId)
export const openingsPartition = (month: string) => `OPENINGS#${month}`

/** Key of an account's Moroccan day. It is not part of the profile, which the functions that count may not write. */
export const accountDayKey = (userId: string, day: string) => itemKey(accountDaysPartition(userId), day)
const DAYS = 'DAYS#'
export const accountDaysPartition = (userId: string) => `${DAYS}${userId}`
export const parseAccountDay = ({ pk, sk }: ItemKey) => ({ userId: pk.slice(DAYS.length), day: sk })

/** That a mail was sent to an account for a reason; apart from the profile, which those who send must not write. */
export const mailKey = (userId: string, reason: string) => itemKey(mailsPartition(userId), reason)
export const mailsPartition = (userId: string) => `MAIL#${userId}`

export const WATCHED = 'WATCHED'
export const watchedIndexKeys = (userId: string, day: string) => ({
  gsi3pk: WATCHED,
  gsi3sk: `${day}#${userId}`,
})

export const USERS = 'USERS'
export const PREMIUM = 'PREMIUM'
/** A block removes `gsi1pk` alone, so that it does not depend on the account's state. */
export const userIndexKeys = (user: Pick<User, 'createdAt' | 'id' | 'isPremium' | 'blockedAt'>) => ({
  ...(user.blockedAt === null && { gsi1pk: USERS }),
  gsi1sk: newestFirst(user),
  ...(user.isPremium && { gsi3pk: PREMIUM, gsi3sk: newestFirst(user) }),
})

export const RESOURCES = 'RESOURCES'
export const FREE_VIDEOS = 'FREE_VIDEOS'

export const chapterPartition = (track: TrackCode, theme: string, number: number) =>
  `CHAPTER#${track}#${theme}#${number}`

export const resourceIndexKeys = (resource: Resource) => {
  const { track, theme, chapter, year, session, id, isFree, type } = resource
  const number = chapterNumber(track, theme, chapter)
  return {
    gsi1pk: RESOURCES,
    gsi1sk: newestFirst(resource),
    ...(number > 0 && { gsi2pk: chapterPartition(track, theme, number), gsi2sk: `${year}#${session}#${id}` }),
    ...(isFree && type === 'video' && { gsi3pk: FREE_VIDEOS, gsi3sk: newestFirst(resource) }),
  }
}

/** Returns a sort key by age. ISO timestamps sort as text; the id distinguishes two of the same millisecond. */
export function newestFirst({ createdAt, id }: { createdAt: string; id: string }): string {
  return `${createdAt}#${id}`
}
