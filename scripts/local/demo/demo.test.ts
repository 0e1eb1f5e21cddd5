import { createHash } from 'node:crypto'
import { cleanPicture } from '#functions/account/clean-picture.ts'
import { readLines } from '#functions/pdf/page-lines.ts'
import { openPdf, withPage } from '#functions/pdf/pdfium.ts'
import { subjectId } from '#shared/catalogue/subjects.ts'
import { listThemes, TRACK_CODES, tracks } from '#shared/catalogue/tracks.ts'
import { parseDriveReference } from '#shared/domain/documents/drive-reference.ts'
import { findExercises } from '#shared/domain/practice/exercise-headings.ts'
import { demoFiles, paperNameOf } from './files.ts'
import { paperBytes, paperFacts } from './paper-files.ts'
import { drawPaper } from './papers/draw-paper.ts'
import { readExercise } from './papers/exercises.ts'
import { exams, papers } from './papers/papers.ts'
import { demoResources } from './resources.ts'
import { RECEIPT } from './seed.ts'
import { demoSubjects } from './subjects.ts'

const typeOf = (id: string) => {
  const mimeType = demoFiles.find(id)?.mimeType
  return mimeType === 'application/pdf' ? 'pdf' : mimeType === 'video/mp4' ? 'video' : undefined
}

const subjects = demoSubjects()
const resources = demoResources()

test.each(exams.map((exam, index) => ({ ...tracks[index], exam })))(
  'every exercise of the papers of $code is about chapters that it teaches',
  ({ code = 'SM', exam }) => {
    const taught = listThemes(code).flatMap(({ slug, chapters }) =>
      chapters.map((title) => `${slug}/${title}`),
    )
    const asked = exam.exercises.flatMap(({ parts }) =>
      parts.flatMap((part) => readExercise(part).chapters.map(([theme, title]) => `${theme}/${title}`)),
    )
    expect(asked.filter((chapter) => !taught.includes(chapter))).toEqual([])
  },
)

test('every chapter of every track has documents', () => {
  const filled = new Set(resources.map(({ track, theme, chapter }) => `${track}/${theme}/${chapter}`))
  const chapters = TRACK_CODES.flatMap((track) =>
    listThemes(track).flatMap(({ slug, chapters: titles }) =>
      titles.map((title) => `${track}/${slug}/${title}`),
    ),
  )
  expect(chapters.filter((chapter) => !filled.has(chapter))).toEqual([])
})

test('every reference is a valid Drive id that the local Drive knows, of the right type, but two', () => {
  const wrong = [...subjects.map((subject) => ({ ...subject, type: 'pdf' })), ...resources].filter(
    ({ file, type }) =>
      file.kind === 'drive' && (!parseDriveReference(file.fileId) || typeOf(file.fileId) !== type),
  )
  expect(wrong.map(({ file }) => (file.kind === 'drive' ? file.fileId : file.kind))).toEqual([
    `demo-drive-introuvable-bac-${TRACK_CODES.at(-1)}-2012-Normale`,
  ])
  const trashed = subjects.filter(
    ({ file }) => file.kind === 'drive' && demoFiles.find(file.fileId)?.isTrashed,
  )
  expect(trashed.map(subjectId)).toEqual([`bac-${TRACK_CODES.at(-1)}-2011-Normale`])
})

test('twenty PDFs stand for all documents, each drawn to the byte as it is known', async () => {
  const documents = [...subjects, ...subjects.map(({ correction }) => correction), ...resources]
  const names = documents.flatMap((document) => {
    if (document?.file.kind !== 'drive' || typeOf(document.file.fileId) !== 'pdf') return []
    return [paperNameOf(document.file.fileId)]
  })
  expect([...new Set(names)].toSorted()).toEqual(papers.map(({ name }) => name).toSorted())
  for (const paper of papers) {
    const { pdf, pages } = await drawPaper(paper)
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    expect(paperFacts(paper.name)).toMatchObject({ size: pdf.length, pages, sha256 })
    expect(pdf.equals(paperBytes(paper.name))).toBe(true)
  }
}, 30_000)

const first = subjects.filter(({ year, session }) => year === '2024' && session === 'Normale')
test.each(first)('exercises of $track are on the pages that the demo names', async ({ track, exercises }) => {
  for (const [kind, part] of Object.entries({ paper: 'page', correction: 'correctionPage' } as const)) {
    const paper = papers.find(({ name }) => name === `${kind}-${TRACK_CODES.indexOf(track) + 1}`)
    const open = await openPdf((await drawPaper(paper ?? expect.fail())).pdf)
    const pages = Array.from({ length: open.pageCount }, (_, index) =>
      withPage(open, index, (page) => readLines(open, page, 20_000).map(({ text }) => text)),
    )
    const found = findExercises(pages.map((lines) => lines ?? []))
    expect(found).toMatchObject(
      exercises.map(({ number, title, points, [part]: page }) => ({ number, title, points, page })),
    )
  }
})

test('the receipt is stored as the server would store it', () => {
  expect(cleanPicture(RECEIPT)).toEqual({ type: 'image/jpeg', bytes: RECEIPT })
})
