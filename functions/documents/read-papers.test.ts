import { readFileSync } from 'node:fs'
import { driveError } from '#scripts/local/drive/server.ts'
import { driveFile } from '#scripts/local/test-support/test-drive.ts'
import { subjectId } from '#shared/catalogue/subjects.ts'
import { addSubject, getExercises, readProposals } from '#shared/contract/admin/subjects.ts'
import { getSubject } from '#shared/contract/subject-details.ts'
import { sampleExercise } from '#shared/entities/samples.ts'
import type { Subject } from '#shared/entities/subject.ts'
import { openDrive } from '../drive/drive.ts'
import { type Administration, createAdministration } from '../test-support/administration.ts'
import { subjectDocumentFixture, subjectFixture, wipe } from '../test-support/content.ts'
import { type Site, startSite } from '../test-support/site.ts'
import { readNewPapers } from './read-papers.ts'

let site: Site
let asOwner: Administration['asOwner']
const demo = (name: string) =>
  readFileSync(new URL(`../../scripts/local/demo/files/${name}`, import.meta.url))

const file = (name: string) => ({ kind: 'drive', fileId: `1PaperPaperPaperPaperPaper${name}` }) as const
const [STATEMENT, CORRECTION, SCAN] = [file('Statement'), file('Correction'), file('Scan')]

beforeAll(async () => {
  site = await startSite()
  asOwner = (await createAdministration(site)).asOwner
})
afterAll(() => site.stop())
beforeEach(async () => {
  site.drive.failWith(null)
  site.drive.files.clear()
  for (const [{ fileId }, bytes] of [
    [STATEMENT, demo('paper-1.pdf')],
    [CORRECTION, demo('correction-1.pdf')],
    [SCAN, Buffer.from('%PDF-1.4 broken')],
  ] as const)
    site.drive.files.set(fileId, driveFile({ bytes }))
  await wipe(site.store.table, /^(?:SUBJECTS#|PROPOSALS)/)
})

async function store(changes: Partial<Subject> = {}): Promise<Subject> {
  const subject = subjectFixture({ file: STATEMENT, ...changes })
  await site.stores.subjects.putAll([subject])
  return subject
}
const readNow = (subject: Subject) => asOwner(readProposals, { params: { id: subjectId(subject) } })
const listProposals = async (subject: Subject) =>
  (await asOwner(getExercises, { params: { id: subjectId(subject) } })).json.proposals
const UNREAD = { isRead: false, exercises: [] }

describe('one paper', () => {
  test('proposes its exercises, apart from the confirmed ones', async () => {
    const subject = await store({
      correction: subjectDocumentFixture({ file: CORRECTION }),
      exercises: [sampleExercise],
    })
    expect(await listProposals(subject)).toEqual(UNREAD)
    const chapters = [{ theme: 'dosage-acide-base', chapter: 1 }]
    const titration = { title: "Dosage acido-basique d'un vinaigre", chapters }
    const { status, json } = await readNow(subject)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      isRead: true,
      exercises: [
        { ...titration, number: 1, points: 5, page: 1, correctionPage: 1, videoSeconds: null },
        { number: 2, points: 3, page: 1, correctionPage: 1 },
        { number: 3, points: 2.5, page: 2, correctionPage: 2 },
        { number: 4, points: 4.5, page: 2, correctionPage: 2 },
        { number: 5, points: 5, page: 2, correctionPage: 3 },
      ],
    })
    expect(await listProposals(subject)).toEqual(json)
    const { json: shown } = await site.call(getSubject, { params: { id: subjectId(subject) } })
    expect(shown.exercises).toEqual([sampleExercise])
    expect(await site.stores.subjects.find(subject)).toEqual(subject)
  })

  test('is read once for its current files', async () => {
    const subject = await store()
    const { json } = await readNow(subject)
    site.drive.failWith(() => driveError(500, 'backendError'))
    expect((await readNow(subject)).json).toEqual(json)
    const { track, year, session } = subject
    const body = { track, year, session, file: SCAN.fileId }
    expect((await asOwner(addSubject, { body, query: { replace: 'true' } })).status).toBe(201)
    expect(await listProposals(subject)).toEqual(UNREAD)
  })
})

describe('the daily reading', () => {
  const readDaily = (mayGoOn = () => true, proposals = site.stores.proposals) =>
    readNewPapers(
      {
        drive: openDrive({ DRIVE_API_URL: site.drive.url, DRIVE_CREDENTIALS_SECRET_ID: 'drive' }),
        subjects: site.stores.subjects,
        proposals,
      },
      mayGoOn,
    )

  test('reads each new paper once, despite faults of another one', async () => {
    const papers = [
      await store({ year: '2024', file: file('Missing') }),
      await store({ year: '2023', file: SCAN }),
      await store({ year: '2022' }),
    ]
    expect(await readDaily()).toBe(2)
    const proposals = await Promise.all(papers.map(listProposals))
    expect(proposals).toMatchObject([UNREAD, { isRead: true, exercises: [] }, { isRead: true }])
    expect(proposals[2]).toHaveProperty('exercises.length', 5)
    expect(await readDaily()).toBe(0)
  })

  test('stores that a paper is read before it is parsed, so that one that ends the function is not read again', async () => {
    const subject = await store()
    const proposals = site.stores.proposals
    const save: typeof proposals.save = async (...saved) => {
      await proposals.save(...saved)
      throw new Error('The function ends here')
    }
    await expect(readDaily(undefined, { ...proposals, save })).rejects.toThrow('The function ends here')
    expect(await readDaily()).toBe(0)
    expect(await listProposals(subject)).toEqual({ isRead: true, exercises: [] })
  })
})
