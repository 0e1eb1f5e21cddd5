import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { cleanPicture } from '#functions/account/clean-picture.ts'
import { subjectId } from '#shared/catalogue/subjects.ts'
import { listThemes } from '#shared/catalogue/themes.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { parseDriveReference } from '#shared/domain/documents/drive-reference.ts'
import type { DriveFile } from '../drive/files.ts'
import { demoFiles, demoSize } from './files.ts'
import { demoResources } from './resources.ts'
import { RECEIPT } from './seed.ts'
import { demoSubjects } from './subjects.ts'

const typeOf = (id: string) => {
  const mimeType = demoFiles.find(id)?.mimeType
  return mimeType === 'application/pdf' ? 'pdf' : mimeType === 'video/mp4' ? 'video' : undefined
}

function openPdf({ size, read }: DriveFile['content']) {
  const data = new Uint8Array(Buffer.concat([...read(0, size - 1)]))
  return getDocument({ data, verbosity: 0 }).promise
}

const subjects = demoSubjects()
const resources = demoResources()

test('every chapter of every track has documents', () => {
  const filled = new Set(resources.map(({ track, theme, chapter }) => `${track}/${theme}/${chapter}`))
  const chapters = TRACK_CODES.flatMap((track) =>
    listThemes(track).flatMap(({ slug, chapters: titles }) =>
      titles.map((title) => `${track}/${slug}/${title}`),
    ),
  )
  expect(chapters.filter((chapter) => !filled.has(chapter))).toEqual([])
})

test('every reference is a valid Drive id that the local Drive knows, of the right type, but three', () => {
  const wrong = [...subjects.map((subject) => ({ ...subject, type: 'pdf' })), ...resources].filter(
    ({ file, type }) =>
      file.kind === 'drive' && (!parseDriveReference(file.fileId) || typeOf(file.fileId) !== type),
  )
  expect(wrong.map(({ file }) => (file.kind === 'drive' ? file.fileId : file.kind))).toEqual([
    `demo-drive-introuvable-bac-${TRACK_CODES.at(-1)}-2012-Normale`,
    'demo-drive-video-mis-par-erreur',
  ])
  const trashed = subjects.filter(
    ({ file }) => file.kind === 'drive' && demoFiles.find(file.fileId)?.isTrashed,
  )
  expect(trashed.map(subjectId)).toEqual([`bac-${TRACK_CODES.at(-1)}-2011-Normale`])
})

test('sizes and page counts are those of the files', async () => {
  const pagesByTemplate = new Map<string, Promise<number>>()
  for (const { file, size, pages } of [...subjects, ...resources]) {
    const found = file.kind === 'drive' ? demoFiles.find(file.fileId) : null
    if (file.kind !== 'drive' || !found || size === null) continue
    expect({ id: file.fileId, size: found.content.size }).toEqual({ id: file.fileId, size })
    if (pages === null) continue
    // Papers of one size have one template.
    const counted =
      pagesByTemplate.get(String(size)) ?? openPdf(found.content).then(({ numPages }) => numPages)
    pagesByTemplate.set(String(size), counted)
    expect({ id: file.fileId, pages: await counted }).toEqual({ id: file.fileId, pages })
  }
  expect(pagesByTemplate.size).toBe(7)
  expect(demoSize('demo-drive-pdf-nouveau-sujet')).toEqual({ size: expect.any(Number), pages: 3 })
})

test('the receipt is stored as the server would store it', () => {
  expect(cleanPicture(RECEIPT)).toEqual({ type: 'image/jpeg', bytes: RECEIPT })
})
