import { PAGES_BUCKET } from '#scripts/local/test-support/services.ts'
import { subjectId } from '#shared/catalogue/subjects.ts'
import { addSubject, getExercises, readProposals } from '#shared/contract/admin/subjects.ts'
import { getSubject } from '#shared/contract/subject-details.ts'
import { SAMPLE_DRIVE_ID, UNKNOWN_CONTENT } from '#shared/entities/file.ts'
import { sampleExercise } from '#shared/entities/samples.ts'
import type { Subject } from '#shared/entities/subject.ts'
import { createPagesBucket } from '../aws/buckets.ts'
import { type Administration, createAdministration } from '../test-support/administration.ts'
import { subjectDocumentFixture, subjectFixture, wipe } from '../test-support/content.ts'
import { type Site, startSite } from '../test-support/site.ts'
import { readNewPapers } from './read-papers.ts'

let site: Site
let asOwner: Administration['asOwner']

const [STATEMENT, CORRECTION, COURSE] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [
  string,
  string,
  string,
]
const TEXTS = {
  [STATEMENT]: [
    ["Exercice 1 : Dosage acido-basique d'un vinaigre (13 points)"],
    ['Exercice 2 : Ondes (7 points)'],
  ],
  [CORRECTION]: [['Corrigé'], ['Exercice 1', 'On verse.'], ['Exercice 2', "L'onde."]],
  [COURSE]: [['Un cours sans exercice']],
}

beforeAll(async () => {
  site = await startSite()
  asOwner = (await createAdministration(site)).asOwner
})
afterAll(() => site.stop())
beforeEach(async () => {
  const bucket = createPagesBucket(PAGES_BUCKET)
  for (const [digest, pages] of Object.entries(TEXTS)) {
    const text = { pages: pages.map((lines) => lines.map((line) => [0, 0, 500, 20, line])) }
    await bucket.putJson(digest, 'text.json', JSON.stringify(text))
  }
  await wipe(site.store.table, /^(?:SUBJECTS#|PROPOSALS)/)
})

async function store(changes: Partial<Subject> = {}): Promise<Subject> {
  const subject = subjectFixture({ digest: STATEMENT, ...changes })
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
      correction: subjectDocumentFixture({ digest: CORRECTION }),
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
        { ...titration, number: 1, points: 13, page: 1, correctionPage: 2, videoSeconds: null },
        { number: 2, points: 7, page: 2, correctionPage: 3 },
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
    site.services.pages.delete(`files/pages/${STATEMENT}/text.json`)
    expect((await readNow(subject)).json).toEqual(json)
    const { track, year, session } = subject
    const body = { track, year, session, file: `${SAMPLE_DRIVE_ID}x` }
    expect((await asOwner(addSubject, { body, query: { replace: 'true' } })).status).toBe(201)
    expect(await listProposals(subject)).toEqual(UNREAD)
    expect((await readNow(subject)).json).toMatchObject({ status: 409, code: 'DOCUMENT_PREPARING' })
  })
})

test('each day reads each new paper once, when it is prepared', async () => {
  const papers = [
    await store({ year: '2024', ...UNKNOWN_CONTENT }),
    await store({ year: '2023', digest: COURSE }),
    await store({ year: '2022' }),
  ]
  const { subjects, proposals } = site.stores
  const readDaily = () =>
    readNewPapers({ bucket: createPagesBucket(PAGES_BUCKET), subjects, proposals }, () => true)
  expect(await readDaily()).toBe(2)
  const proposed = await Promise.all(papers.map(listProposals))
  expect(proposed).toMatchObject([UNREAD, { isRead: true, exercises: [] }, { isRead: true }])
  expect(proposed[2]).toHaveProperty('exercises.length', 2)
  await store({ year: '2024', digest: COURSE })
  expect(await readDaily()).toBe(1)
  expect(await readDaily()).toBe(0)
})
