import { startTestServices, type TestServices } from '#scripts/local/test-support/services.ts'
import { subjectId } from '#shared/catalogue/subjects.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { PublishedContent } from '#shared/contract/published-content.ts'
import { sampleQuestion } from '#shared/entities/question.ts'
import { sampleExercise, sampleManagedExercise, sampleSubject } from '#shared/entities/samples.ts'
import { sampleSheet } from '#shared/entities/sheet.ts'
import { createQuestions } from '../data/questions.ts'
import { createResources } from '../data/resources.ts'
import { createSheets } from '../data/sheets.ts'
import { createSubjects } from '../data/subjects.ts'
import { resourceFixture, subjectFixture } from '../test-support/content.ts'
import { openPublisher } from '../test-support/publishing.ts'
import { startTable, type TestTable } from '../test-support/table.ts'

let store: TestTable
let services: TestServices
let publish: () => Promise<void>

beforeAll(async () => {
  ;[store, services] = await Promise.all([startTable(), startTestServices()])
  publish = await openPublisher(store.table)
})
afterAll(async () => {
  await Promise.all([store.stop(), services.close()])
})

/** Returns the content of the pages, as JSON. */
const publishedText = () => services.bucket.get('index.html')?.body.toString() ?? ''

test('publishes subjects, chapters and videos as the API shows them, without a file', async () => {
  const subject = subjectFixture({
    file: { kind: 'drive', fileId: 'drive-id-of-a-subject-01' },
    year: '2019',
    exercises: [sampleManagedExercise],
  })
  const older = resourceFixture({ chapter: 'Dipôle RC', theme: 'electricite', year: '2019' })
  const newer = resourceFixture({ chapter: 'Dipôle RC', theme: 'electricite', year: '2021' })
  const video = resourceFixture({
    chapter: 'Dipôle RC',
    theme: 'electricite',
    year: '2020',
    type: 'video',
    isFree: true,
  })
  await createSubjects(store.table).putAll([subject])
  await createResources(store.table).putAll([older, newer, video])
  await publish()
  const content = JSON.parse(publishedText()) as PublishedContent
  expect(content.subjects.map(({ id }) => id)).toEqual([subjectId(subject)])
  expect(Object.fromEntries(content.exercises)).toEqual({
    [subjectId(subject)]: [{ ...sampleExercise, hasHelp: true }],
  })
  expect(publishedText()).not.toContain(sampleManagedExercise.hints?.[0])
  expect(content.chapters['SM/electricite/1']?.map(({ id }) => id)).toEqual([newer.id, video.id, older.id])
  expect(content.videos.map(({ id }) => id)).toEqual([video.id])
  expect(new Map(content.dates).get(older.id)).toEqual({
    createdAt: older.createdAt,
    updatedAt: older.updatedAt,
  })
  expect(publishedText()).not.toContain('drive-id')
  expect(publishedText()).not.toMatch(/"(?:file|version|driveId)":"/)
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
  await publish()
  const content = JSON.parse(publishedText()) as PublishedContent
  const pages = [...new Map(content.answers)].map(([page, answers]) => [page, answers.map(({ id }) => id)])
  expect(Object.fromEntries(pages)).toEqual({
    [subjectId(sampleSubject)]: ['p-0'],
    'SM/electricite/1': ['p-1'],
    'SM/ondes/1': ['p-3'],
  })
  for (const secret of [sampleQuestion.userId, sampleQuestion.email, sampleQuestion.text])
    expect(publishedText()).not.toContain(secret)
})

test('publishes the sheets of chapters that are taught, without their Markdown', async () => {
  await createSheets(store.table).putAll([
    sampleSheet,
    { ...sampleSheet, track: 'SVT', theme: 'mecanique', chapter: 'Satellites' },
  ])
  await publish()
  const content = JSON.parse(publishedText()) as PublishedContent
  const { html, updatedAt } = sampleSheet
  expect([...new Map(content.sheets)]).toEqual([['SM/ondes/1', { html, updatedAt }]])
  expect(publishedText()).not.toContain('dfrac')
})

test('reads the subjects of a track in one query, and a hundred resources in one query and one batch', async () => {
  store.operations.clear()
  await publish()
  expect(store.operations.list().toSorted()).toEqual([
    'BatchGetItem',
    'GetItem',
    ...TRACK_CODES.map(() => 'Query'),
    ...['resources', 'answers', 'sheets'].map(() => 'Query'),
    'UpdateItem',
    'UpdateItem',
    'UpdateItem',
  ])
})
