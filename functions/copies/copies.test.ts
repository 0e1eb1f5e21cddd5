import { readFileSync } from 'node:fs'
import { driveFile } from '#scripts/local/test-support/test-drive.ts'
import { subjectId } from '#shared/catalogue/subjects.ts'
import { daysBefore } from '#shared/domain/days/moroccan-day.ts'
import { type Document, documentOfSubject } from '#shared/domain/documents/document.ts'
import { findCopyCode } from '#shared/entities/copy-code.ts'
import type { Resource } from '#shared/entities/resource.ts'
import type { User } from '#shared/entities/user.ts'
import { createCopies } from '../data/copies.ts'
import { countedPaperKey } from '../data/keys.ts'
import { createSubjects } from '../data/subjects.ts'
import { putMany } from '../data/table/write.ts'
import { createUsers } from '../data/users.ts'
import { copyPath } from '../delivery/file-path.ts'
import { setClock } from '../test-support/clock.ts'
import { subjectDocumentFixture, subjectFixture } from '../test-support/content.ts'
import { type Origin, parseProblem, startOrigin } from '../test-support/origin.ts'
import { storeUser } from '../test-support/people.ts'

const START = '2026-03-01T08:00:00.000Z'
const PAPER = readFileSync(new URL('../../scripts/local/demo/files/paper-1.pdf', import.meta.url))

let origin: Origin
beforeAll(async () => {
  origin = await startOrigin()
})
afterEach(() => setClock(null))
afterAll(() => origin.stop())

let serial = 0
/** Stores a document whose file has these bytes. */
async function stored(bytes: Buffer, changes: Partial<Resource> = {}): Promise<Document> {
  serial += 1
  const fileId = `copied-file-0123456789-${serial}`
  origin.drive.files.set(fileId, driveFile({ bytes }))
  return origin.stored({ file: { kind: 'drive', fileId }, ...changes })
}

const storePremium = (changes: Partial<User> = {}) =>
  storeUser(origin.store.table, { isPremium: true, ...changes })

const pathFor = ({ id, version, fileName }: Document, user: Pick<User, 'id'>) =>
  copyPath({ documentId: id, version, userId: user.id, fileName })

/** Returns the code in the metadata, which are plain text. */
const codeIn = (body: Buffer) => {
  const hex = /\/Keywords <FEFF([0-9A-F]+)>/.exec(body.toString('latin1'))?.[1] ?? ''
  return findCopyCode(Buffer.from(hex, 'hex').swap16().toString('utf16le'))
}

test("delivers an account's own copy uncached, and records its code", async () => {
  const user = await storePremium()
  const document = await stored(PAPER)
  origin.store.operations.clear()
  const { status, headers, body } = await origin.fetchCopy(pathFor(document, user))
  expect(status).toBe(200)
  // Its right to the copy needs no read of its own.
  expect(origin.store.operations.list()).toEqual(['BatchGetItem', 'UpdateItem'])
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${document.fileName}"`,
    'cache-control': 'private, no-store',
  })
  const code = codeIn(body) ?? ''
  expect(await createCopies(origin.store.table).find(code)).toMatchObject({
    code,
    userId: user.id,
    email: user.email,
    documentId: document.id,
    title: document.title,
    version: document.version,
  })
})

test('gives two accounts different bytes, and one account the same bytes all day', async () => {
  const [one, two] = [await storePremium(), await storePremium()]
  const document = await stored(PAPER)
  setClock(new Date('2026-03-01T08:00:00Z'))
  const first = await origin.fetchCopy(pathFor(document, one))
  const other = await origin.fetchCopy(pathFor(document, two))
  expect(other.body.equals(first.body)).toBe(false)
  setClock(new Date('2026-03-01T23:59:00Z'))
  const again = await origin.fetchCopy(pathFor(document, one))
  expect(again.body.equals(first.body)).toBe(true)
  expect(again.headers['etag']).toBe(first.headers['etag'])
  setClock(new Date('2026-03-02T00:00:00Z'))
  expect(codeIn((await origin.fetchCopy(pathFor(document, one))).body)).not.toBe(codeIn(first.body))
})

test('refuses a copy of a correction while its paper is being sat, also to an earlier link', async () => {
  const fileId = 'copied-correction-0123456789'
  origin.drive.files.set(fileId, driveFile({ bytes: PAPER }))
  const correction = subjectDocumentFixture({ file: { kind: 'drive', fileId } })
  const subject = subjectFixture({ correction })
  await createSubjects(origin.store.table).putAll([subject])
  const endsAt = '2026-03-01T12:00:00.000Z'
  const user = await storePremium({
    mockExam: { id: 'sat', subjectId: subjectId(subject), endsAt },
  })
  const path = pathFor(documentOfSubject(subject, 'correction'), user)
  setClock(new Date('2026-03-01T11:59:59.999Z'))
  expect(parseProblem(await origin.fetchCopy(path))).toMatchObject({ status: 403, code: 'MOCK_EXAM_RUNNING' })
  setClock(new Date(endsAt))
  expect((await origin.fetchCopy(path)).status).toBe(200)
})

test.each([
  { what: 'of a blocked account', change: { blockedAt: START }, code: 'ACCOUNT_BLOCKED' },
  { what: 'whose Premium was taken', change: { isPremium: false }, code: 'PREMIUM_REQUIRED' },
  {
    what: 'whose Premium is over',
    change: { premiumUntil: daysBefore(START.slice(0, 10), 1) },
    code: 'PREMIUM_REQUIRED',
  },
])('refuses a copy to an earlier link $what', async ({ change, code }) => {
  setClock(new Date(START))
  const user = await storePremium()
  const path = pathFor(await stored(PAPER), user)
  expect((await origin.fetchCopy(path)).status).toBe(200)
  const users = createUsers(origin.store.table)
  await users.removeProfile(user)
  await users.createByOperator({ ...user, ...change })
  origin.drive.operations.clear()
  expect(parseProblem(await origin.fetchCopy(path))).toMatchObject({ status: 403, code })
  expect(origin.drive.operations.list()).toEqual([])
})

test('gives a free account its copy of a free document', async () => {
  const user = await storeUser(origin.store.table)
  expect((await origin.fetchCopy(pathFor(await stored(PAPER, { isFree: true }), user))).status).toBe(200)
})

test('gives a free account its copy of the correction of a free paper that it has sat, and of no other', async () => {
  const fileId = 'copied-free-correction-0123456789'
  origin.drive.files.set(fileId, driveFile({ bytes: PAPER }))
  const correction = subjectDocumentFixture({ file: { kind: 'drive', fileId } })
  const subject = subjectFixture({ year: '2019', isFree: true, correction })
  await createSubjects(origin.store.table).putAll([subject])
  const [user, other] = [await storeUser(origin.store.table), await storeUser(origin.store.table)]
  const sat = countedPaperKey(user.id, subjectId(subject))
  await putMany(origin.store.table, [{ ...sat, marks: [], version: 1 }])
  const document = documentOfSubject(subject, 'correction')
  expect((await origin.fetchCopy(pathFor(document, user))).status).toBe(200)
  expect(parseProblem(await origin.fetchCopy(pathFor(document, other)))).toMatchObject({
    status: 403,
    code: 'PREMIUM_REQUIRED',
  })
})

test('delivers a copy ten times a day', async () => {
  const user = await storePremium()
  const document = await stored(PAPER)
  const now = new Date('2026-03-01T23:59:00Z')
  setClock(now)
  const { id: documentId, title, version } = document
  const copy = { userId: user.id, email: user.email, documentId, title, version, issuedAt: now.toISOString() }
  for (let delivery = 1; delivery < 10; delivery += 1) await createCopies(origin.store.table).issue(copy)
  expect((await origin.fetchCopy(pathFor(document, user))).status).toBe(200)
  const refused = await origin.fetchCopy(pathFor(document, user))
  expect(parseProblem(refused)).toMatchObject({
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    retryAfterSeconds: 60,
  })
  expect((await origin.fetchCopy(pathFor(await stored(PAPER), user))).status).toBe(200)
})

test.each([
  { what: 'a path of another form', alter: () => '/files/copies/a/b' },
  { what: 'an unknown account', alter: (path: string) => path.replace(/[\w-]+\/([^/]+)$/, 'unknown/$1') },
  {
    what: 'another version',
    alter: (path: string) => path.replace(/copies\/([^/]+)\/[^/]+/, 'copies/$1/older'),
  },
  { what: 'an unknown document', alter: (path: string) => path.replace(/copies\/[^/]+/, 'copies/absent') },
])('answers 404 to $what', async ({ alter }) => {
  const user = await storePremium()
  const answer = await origin.fetchCopy(alter(pathFor(await stored(PAPER), user)))
  expect(parseProblem(answer)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
})

test('refuses to copy a video, and a method that is not GET', async () => {
  const user = await storePremium()
  const video = await stored(Buffer.from('video'), { type: 'video' })
  expect((await origin.fetchCopy(pathFor(video, user))).status).toBe(404)
  expect((await origin.fetchCopy(pathFor(await stored(PAPER), user), { method: 'HEAD' })).status).toBe(404)
})

test('refuses a file above 60 MB with a French sentence', async () => {
  const bytes = Buffer.alloc(60_000_001, '%PDF-1.7 ')
  const user = await storePremium()
  const answer = await origin.fetchCopy(pathFor(await stored(bytes), user))
  expect(parseProblem(answer)).toMatchObject({
    status: 409,
    code: 'DOCUMENT_NOT_DOWNLOADABLE',
    detail: 'Ce document peut être lu sur le site, mais il ne peut être ni téléchargé ni imprimé.',
  })
})
