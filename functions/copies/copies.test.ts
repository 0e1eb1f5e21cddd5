import { paperBytes } from '#scripts/local/demo/paper-files.ts'
import { driveFile } from '#scripts/local/test-support/services.ts'
import { subjectId } from '#shared/catalogue/subjects.ts'
import { type Document, documentOfSubject } from '#shared/domain/documents/document.ts'
import { findCopyCode } from '#shared/entities/copy.ts'
import type { Resource } from '#shared/entities/resource.ts'
import type { Subject } from '#shared/entities/subject.ts'
import type { User } from '#shared/entities/user.ts'
import { createCopies } from '../data/copies.ts'
import { countedPaperKey } from '../data/keys.ts'
import { createSubjects } from '../data/subjects.ts'
import { putMany } from '../data/table/write.ts'
import { copyPath } from '../delivery/file-path.ts'
import { hexText } from '../pdf/picture-pdf.ts'
import { setClock } from '../test-support/clock.ts'
import { subjectDocumentFixture, subjectFixture } from '../test-support/content.ts'
import { parseProblem, startOrigin } from '../test-support/origin.ts'
import { storeUser } from '../test-support/people.ts'

const PAPER = paperBytes('paper-1')
const FILE = { kind: 'drive', fileId: 'copied-file-0123456789-1' } as const

const origin = await startOrigin()
beforeEach(() => void origin.drive.files.set(FILE.fileId, driveFile({ bytes: PAPER })))
afterEach(() => setClock(null))
afterAll(() => origin.stop())

const stored = (changes: Partial<Resource> = {}) => origin.stored({ file: FILE, ...changes })

async function storedCorrection(changes: Partial<Subject>) {
  const subject = subjectFixture({ correction: subjectDocumentFixture({ file: FILE }), ...changes })
  await createSubjects(origin.store.table).putAll([subject])
  return { paper: subjectId(subject), document: documentOfSubject(subject, 'correction') }
}
const storePremium = (changes: Partial<User> = {}) =>
  storeUser(origin.store.table, { isPremium: true, ...changes })

const pathFor = ({ id, version, fileName }: Document, user: Pick<User, 'id'>) =>
  copyPath({ documentId: id, version, userId: user.id, fileName })
async function refusalOf(document: Document, user: Pick<User, 'id'>) {
  origin.drive.operations.clear()
  const problem = parseProblem(await origin.fetchCopy(pathFor(document, user)))
  expect(origin.drive.operations.list()).toEqual([])
  return problem
}

test("delivers an account's own copy uncached, and records its code", async () => {
  const user = await storePremium()
  const document = await stored()
  origin.store.operations.clear()
  const { status, headers, body } = await origin.fetchCopy(pathFor(document, user))
  expect(status).toBe(200)
  // Its right to the copy needs no read of its own.
  expect(origin.store.operations.list()).toEqual(['BatchGetItem', 'UpdateItem'])
  const code = findCopyCode(headers.etag ?? '') ?? ''
  expect(body.includes(hexText(`Exemplaire ${code}`))).toBe(true)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${document.fileName}"`,
    'cache-control': 'private, no-store',
    etag: `"${document.version}-${code}"`,
  })
  const { id: documentId, title, version } = document
  const recorded = await createCopies(origin.store.table).find(code)
  expect(recorded).toMatchObject({ code, userId: user.id, email: user.email, documentId, title, version })
})

const issue = ({ id, email }: User, { id: documentId, title, version }: Document, issuedAt: string) =>
  createCopies(origin.store.table).issue({ userId: id, email, documentId, title, version, issuedAt })

test('gives an account one code all day, and another one to another account, document or day', async () => {
  const [one, two] = [await storePremium(), await storePremium()]
  const [document, other] = [await stored(), await stored()]
  const [morning, night, next] = ['2026-03-01T08:00:00Z', '2026-03-01T23:59:59Z', '2026-03-02T00:00:00Z']
  const { code } = await issue(one, document, morning)
  expect((await issue(one, document, night)).code).toBe(code)
  const others = [issue(two, document, morning), issue(one, other, morning), issue(one, document, next)]
  expect(new Set([code, ...(await Promise.all(others)).map((each) => each.code)]).size).toBe(4)
})

test('delivers a copy ten times a day', async () => {
  const [user, document] = [await storePremium(), await stored()]
  const now = '2026-03-01T23:59:00.000Z'
  for (let delivery = 1; delivery <= 10; delivery += 1) await issue(user, document, now)
  setClock(new Date(now))
  const refused = { status: 429, code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 60 }
  expect(await refusalOf(document, user)).toMatchObject(refused)
})

test.each([
  ['ACCOUNT_BLOCKED', { blockedAt: '2026-03-01T08:00:00.000Z' }],
  ['PREMIUM_REQUIRED', { premiumUntil: '2026-02-28' }],
])('refuses a copy to an earlier link: %s', async (code, changes) => {
  expect(await refusalOf(await stored(), await storePremium(changes))).toMatchObject({ status: 403, code })
})

test('refuses a copy of a correction while its paper is being sat', async () => {
  const { paper, document } = await storedCorrection({ year: '2018' })
  const user = await storePremium({
    mockExam: { id: 'sat', subjectId: paper, endsAt: '2026-03-01T12:00:00.000Z' },
  })
  setClock(new Date('2026-03-01T11:59:59.999Z'))
  expect(await refusalOf(document, user)).toMatchObject({ status: 403, code: 'MOCK_EXAM_RUNNING' })
})

test('gives a free account its copy of the correction of a free paper that it has sat, and of no other', async () => {
  const { paper, document } = await storedCorrection({ year: '2019', isFree: true })
  const [user, other] = [await storeUser(origin.store.table), await storeUser(origin.store.table)]
  await putMany(origin.store.table, [{ ...countedPaperKey(user.id, paper), marks: [], version: 1 }])
  expect((await origin.fetchCopy(pathFor(document, user))).status).toBe(200)
  expect(await refusalOf(document, other)).toMatchObject({ status: 403, code: 'PREMIUM_REQUIRED' })
})

test('answers 404 to another path, account, version, document, type or method', async () => {
  const user = await storePremium()
  const [document, video] = [await stored(), await stored({ type: 'video' })]
  const paths = [
    '/files/copies/a/b',
    pathFor(document, { id: 'unknown' }),
    pathFor({ ...document, version: 'older' }, user),
    pathFor({ ...document, id: 'absent' }, user),
    pathFor(video, user),
  ]
  for (const path of paths)
    expect(parseProblem(await origin.fetchCopy(path))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  expect((await origin.fetchCopy(pathFor(document, user), { method: 'HEAD' })).status).toBe(404)
})
