import { PAGES_BUCKET, startTestServices, type TestServices } from '#scripts/local/test-support/services.ts'
import { subjectId } from '#shared/catalogue/subjects.ts'
import type { PublishedContent } from '#shared/contract/published-content.ts'
import { sampleQuestion } from '#shared/entities/question.ts'
import { sampleExercise, sampleManagedExercise, sampleSubject } from '#shared/entities/samples.ts'
import { sampleSheet } from '#shared/entities/sheet.ts'
import { createPagesBucket } from '../aws/buckets.ts'
import { resourceKey, settingsKey, subjectItemKey } from '../data/keys.ts'
import { createQuestions } from '../data/questions.ts'
import { createResources } from '../data/resources.ts'
import { createSheets } from '../data/sheets.ts'
import { createSubjects } from '../data/subjects.ts'
import type { ItemKey } from '../data/table/table-shape.ts'
import { resourceFixture, subjectDocumentFixture, subjectFixture, wipe } from '../test-support/content.ts'
import { openPublisher } from '../test-support/publishing.ts'
import { QUEUE_URLS } from '../test-support/site.ts'
import { startTable, type TestTable } from '../test-support/table.ts'

let store: TestTable
let services: TestServices
let publish: Awaited<ReturnType<typeof openPublisher>>

beforeAll(async () => {
  ;[store, services] = await Promise.all([startTable(), startTestServices()])
  publish = await openPublisher(store.table)
})
afterAll(async () => {
  await Promise.all([store.stop(), services.close()])
})

/** Publishes, and returns the content of the pages, also as JSON. */
async function published() {
  await publish()
  const text = services.bucket.get('index.html')?.body.toString() ?? ''
  return { text, content: JSON.parse(text) as PublishedContent }
}

test('publishes subjects, chapters and videos as the API shows them, without a file', async () => {
  const subject = subjectFixture({
    file: { kind: 'drive', fileId: 'drive-id-of-a-subject-01' },
    year: '2019',
    exercises: [sampleManagedExercise],
  })
  const chapter = { theme: 'electricite', chapter: 'Dipôle RC' } as const
  const older = resourceFixture({ ...chapter, year: '2019' })
  const newer = resourceFixture({ ...chapter, year: '2021' })
  const video = resourceFixture({ ...chapter, year: '2020', type: 'video', isFree: true })
  await createSubjects(store.table).putAll([subject])
  await createResources(store.table).putAll([older, newer, video])
  const { content, text } = await published()
  expect(content.subjects.map(({ id }) => id)).toEqual([subjectId(subject)])
  const exercises = [{ ...sampleExercise, hasHelp: true }]
  expect(Object.fromEntries(content.exercises)).toEqual({ [subjectId(subject)]: exercises })
  expect(text).not.toContain(sampleManagedExercise.hints?.[0])
  expect(content.chapters['SM/electricite/1']?.map(({ id }) => id)).toEqual([newer.id, video.id, older.id])
  expect(content.videos.map(({ id }) => id)).toEqual([video.id])
  const { createdAt, updatedAt } = older
  expect(new Map(content.dates).get(older.id)).toEqual({ createdAt, updatedAt })
  expect(text).not.toMatch(/drive-id|"(?:file|version|driveId)":"/)
})

test('publishes answers on the page of their paper or chapter, without their students, while questions are on', async () => {
  const resource = resourceFixture({ chapter: 'Dipôle RC', theme: 'electricite' })
  await createResources(store.table).putAll([resource])
  await createQuestions(store.table).putAll(
    [
      { documentId: subjectId(sampleSubject), exercise: 1 },
      { documentId: resource.id, exercise: null },
      { documentId: 'r-gone', exercise: null },
      { documentId: null, exercise: null, chapter: 'SM/ondes/1' },
    ].map((about, index) => ({
      ...sampleQuestion,
      ...about,
      chapter: about.chapter ?? null,
      id: sampleQuestion.id.slice(0, -1) + index,
      answer: 'Une réponse',
      answerHtml: '<p>Une réponse</p>',
      answeredAt: sampleQuestion.createdAt,
      publication: { id: `p-${index}`, text: 'Une question ?' },
    })),
  )
  const { content, text } = await published()
  const pages = [...new Map(content.answers)].map(([page, answers]) => [page, answers.map(({ id }) => id)])
  expect(Object.fromEntries(pages)).toEqual({
    [subjectId(sampleSubject)]: ['p-0'],
    'SM/electricite/1': ['p-1'],
    'SM/ondes/1': ['p-3'],
  })
  for (const secret of [sampleQuestion.userId, sampleQuestion.email, sampleQuestion.text])
    expect(text).not.toContain(secret)
})

test('publishes the sheets of chapters that are taught, without their Markdown', async () => {
  await createSheets(store.table).putAll([
    sampleSheet,
    { ...sampleSheet, track: 'SVT', theme: 'mecanique', chapter: 'Satellites' },
  ])
  const { content, text } = await published()
  const { html, updatedAt } = sampleSheet
  expect([...new Map(content.sheets)]).toEqual([['SM/ondes/1', { html, updatedAt }]])
  expect(text).not.toContain('dfrac')
})

test('publishes words of the statements of prepared papers, and reads each text once', async () => {
  await wipe(store.table, /^SUBJECTS#/)
  const bucket = createPagesBucket(PAGES_BUCKET)
  const [first, second, correction] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [
    string,
    string,
    string,
  ]
  const put = (digest: string, ...lines: string[]) =>
    bucket.putJson(
      digest,
      'text.json',
      JSON.stringify({ pages: [lines.map((line, y) => [0, y, 9, 9, line])] }),
    )
  await put(first, 'Exercice 1 : Ondes (20 points)', 'Un sonar émet des ultrasons.', 'Un sonar.')
  await put(second, 'Exercice 1 : Mécanique (20 points)', 'Partie 1 : Pendule de torsion', 'Un fil.')
  await put(correction, 'Exercice 1', 'La réponse secrète.')
  const paper = (year: string, digest: string | null) =>
    subjectFixture({ year, digest, correction: subjectDocumentFixture({ digest: correction }) })
  const subjects = createSubjects(store.table)
  const found = async () => {
    services.operations.clear()
    const { content, text } = await published()
    expect(text).not.toContain('secrete')
    const reads = services.operations.list().filter((operation) => operation === 'GetObject')
    return { statements: Object.fromEntries(content.statements), reads: reads.length }
  }
  await subjects.putAll([paper('2016', first), paper('2017', null)])
  const sonar = {
    number: 1,
    title: 'Ondes',
    page: 1,
    points: 20,
    words: ['emet', 'onde', 'sonar', 'ultrason'],
  }
  expect(await found()).toEqual({ statements: { 'bac-SM-2016-Normale': [sonar] }, reads: 2 })
  expect(await found()).toMatchObject({ reads: 1 })

  await subjects.putAll([paper('2016', second), paper('2017', 'd'.repeat(64))])
  const torsion = { ...sonar, title: 'Mécanique', words: ['fil', 'mecanique', 'pendule', 'torsion'] }
  expect(await found()).toEqual({ statements: { 'bac-SM-2016-Normale': [torsion] }, reads: 3 })
  const kept = services.pages.get('statement-words.json')?.body.toString() ?? ''
  expect(Object.keys(JSON.parse(kept) as object)).toEqual([second])
})

test('has each document of a changed subject or resource looked at, once', async () => {
  const record = ({ pk, sk }: ItemKey) => ({ dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } } })
  const keys = [subjectItemKey(sampleSubject), resourceKey('r-1'), resourceKey('r-1'), settingsKey]
  await publish({ Records: keys.map(record) })
  const paper = subjectId(sampleSubject)
  const ids = [paper, `${paper}-correction`, `${paper}-video`, 'r-1']
  expect(services.messages.list()).toEqual(
    ids.map((documentId) => ({ queueUrl: QUEUE_URLS.all, body: JSON.stringify({ documentId }) })),
  )
})
