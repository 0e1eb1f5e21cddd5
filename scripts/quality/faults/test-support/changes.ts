import { randomUUID } from 'node:crypto'
import { reportId } from '#functions/data/keys.ts'
import { resourceFixture, storeCard, subjectFixture, usedBy } from '#functions/test-support/content.ts'
import { EXEMPTIONS, WRITING_ROUTES } from '#functions/test-support/exemptions.ts'
import type { Call } from '#functions/test-support/gateway.ts'
import { lastingLease, PRIMARY_OWNER } from '#functions/test-support/people.ts'
import { sampleCall, storeOwnRequest } from '#functions/test-support/samples.ts'
import type { Site } from '#functions/test-support/site.ts'
import { driveFile } from '#scripts/local/test-support/services.ts'
import { listThemes } from '#shared/catalogue/tracks.ts'
import { SAMPLE_NOTE } from '#shared/contract/admin/error-reports.ts'
import { SAMPLE_ANSWER } from '#shared/contract/admin/questions.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { sampleFolder } from '#shared/contract/samples.ts'
import { newBatchId, SAMPLE_CARD_CODE } from '#shared/entities/card.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { SAMPLE_INBOX_FILE_ID, sampleInboxFile } from '#shared/entities/inbox-file.ts'
import { ledgerEntryId, SAMPLE_ENTRY_ID } from '#shared/entities/ledger-entry.ts'
import { sampleQuestion } from '#shared/entities/question.ts'
import {
  NEW_CARD_BATCH,
  sampleBlockedEmail,
  sampleCard,
  sampleCardBatch,
  sampleExercise,
  sampleLedgerEntry,
  samplePaymentRequest,
  sampleReport,
  sampleResource,
  sampleSubject,
  sampleUser,
} from '#shared/entities/samples.ts'
import type { User } from '#shared/entities/user.ts'
import type { TimedAnswer } from './faulty-site.ts'

export const CHANGES = WRITING_ROUTES.filter((name) => {
  const { isLogged = true, entries = 1, isSentAlone = false } = EXEMPTIONS[name] ?? {}
  return isLogged === true && entries === 1 && !isSentAlone
})

/** One change, about entities that no other call touches. */
type Change = {
  name: RouteName
  call: Call
  /** Texts by which its audit entry is found: the address, the file and the resource that it is about. */
  marks: readonly string[]
}

export type SentChange = Change & { answer: TimedAnswer }

/** Places of imported lines: three years each in one of the chapters; none of them is a year of the samples. */
const FIRST_YEAR = 2033
const YEAR_GROUPS = 22

/** Each change of a stored subject has one of its own, of the session that imports do not use. */
const SUBJECT_YEARS = 3 * YEAR_GROUPS
const SUBJECT_SESSION = 'Rattrapage'
let subjects = 0
const CHAPTERS = listThemes(sampleResource.track).flatMap(({ slug, chapters }) =>
  chapters.map((title) => `${slug};${title}`),
)

/** Stores the entities that a change is about, without faults, and makes the route's sample request about them. */
export async function prepareChange(
  site: Site,
  name: RouteName,
  owner: User,
  serial: number,
): Promise<Change> {
  const { store, stores, drive, userPool } = site
  const fileId = `FaultFile-${randomUUID()}`
  const file = { kind: 'drive', fileId } as const
  const hasSubject = name === 'deleteSubject' || name === 'setExercises'
  if (hasSubject) subjects += 1
  // Lines of imports differ by year and chapter.
  const firstYear = FIRST_YEAR + (hasSubject ? subjects % SUBJECT_YEARS : 3 * (serial % YEAR_GROUPS))
  const [year = '', ...otherYears] = [0, 1, 2].map((index) => String(firstYear + index))
  const chapter = CHAPTERS[Math.floor(serial / YEAR_GROUPS) % CHAPTERS.length] ?? ''
  drive.files.set(fileId, driveFile())
  const isSecondFactor = name === 'recordSecondFactor'
  const student = await site.enrol({
    isAdmin: isSecondFactor,
    isPremium: name === 'undoCard',
    lease: lastingLease(),
  })
  const { id, email } = student
  userPool.enrol({ id, email, hasSecondFactor: isSecondFactor })
  if (name === 'syncUsers') await stores.users.removeProfile(student)
  const resource = resourceFixture({ ...sampleResource, id: randomUUID(), year, file })
  if (name.endsWith('Resource')) await stores.resources.putAll([resource])
  const report = { ...sampleReport, id: reportId(id, fileId.slice(-22)), documentId: resource.id }
  if (name === 'updateReport' || name === 'closeReports') {
    await stores.resources.putAll([resource])
    await stores.reports.putAll([report])
  }
  if (name === 'answerQuestion')
    await stores.questions.putAll([
      { ...sampleQuestion, id: reportId(id, sampleQuestion.id.slice(37)), userId: id, email },
    ])
  if (name === 'decideInboxFile') await stores.inbox.putAll(sampleFolder, [{ ...sampleInboxFile, fileId }])
  if (name === 'decidePaymentRequest') await storeOwnRequest(site, student)
  if (hasSubject)
    await stores.subjects.putAll([subjectFixture({ ...sampleSubject, session: SUBJECT_SESSION, year, file })])
  // Computing the digest of a code takes longest.
  const printed = /card/i.test(name)
    ? await storeCard(store.table, {
        batch: { label: fileId },
        card: { label: fileId, ...(name === 'undoCard' && usedBy(student, new Date().toISOString())) },
      })
    : null
  const entryId = randomUUID()
  const entry = { ...sampleLedgerEntry, id: ledgerEntryId(id, entryId), userId: id, reference: fileId }
  if (name === 'cancelPayment') await stores.ledger.putAll([entry])
  const replacements = {
    ...(printed && {
      [sampleCardBatch.label]: fileId,
      [sampleCardBatch.id]: printed.batch.id,
      [NEW_CARD_BATCH]: newBatchId(),
      [sampleCard.id]: printed.card.id,
      [SAMPLE_CARD_CODE]: printed.code,
    }),
    [samplePaymentRequest.userId]: id,
    [sampleQuestion.userId]: id,
    [SAMPLE_ANSWER]: fileId,
    [sampleUser.id]: id,
    [sampleUser.email]: email,
    [sampleBlockedEmail.email]: email,
    [SAMPLE_DRIVE_ID]: fileId,
    [SAMPLE_INBOX_FILE_ID]: fileId,
    [sampleExercise.title]: fileId,
    [sampleReport.id]: report.id,
    [sampleLedgerEntry.id]: entry.id,
    [SAMPLE_ENTRY_ID]: entryId,
    [SAMPLE_NOTE]: fileId,
    [sampleResource.id]: resource.id,
    [sampleSubject.year]: year,
    ...(hasSubject && { [sampleSubject.session]: SUBJECT_SESSION }),
    [sampleResource.year]: year,
    2031: otherYears[0] ?? '',
    2032: otherYears[1] ?? '',
    [`${sampleResource.theme};${sampleResource.chapter}`]: chapter,
  }
  const caller = site.as(routes[name].capability === 'account' ? student : owner)
  if (name === 'unblockEmail')
    await site.call(routes.blockEmail, { ...caller, ...sampleCall('blockEmail', replacements) })
  // After so many changes there is a subject of that year already.
  const query = name === 'addSubject' && { query: { replace: 'true' } }
  return {
    name,
    call: { ...caller, ...sampleCall(name, replacements), ...query },
    marks: [email, fileId, resource.id],
  }
}

export function enrolOwner(site: Site): Promise<User> {
  return site.enrol({ email: PRIMARY_OWNER, isAdmin: true, lease: lastingLease() })
}

/** Renews the owner's session, which ends after a minute without a call. */
export async function keepSession(site: Site, owner: User): Promise<void> {
  const { status } = await site.call(routes.renewSession, site.as(owner))
  if (status !== 200) throw new Error(`The owner's session was lost: ${status}`)
}
