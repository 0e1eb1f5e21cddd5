import { themesOf } from '#shared/catalogue/themes.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { parseDriveReference } from '#shared/domain/drive-reference.ts'
import { subjectId } from '#shared/domain/subject.ts'
import { demoFileOf } from '../drive/demo-files.ts'
import { demoResources } from './resources.ts'
import { demoSubjects, missingSubjects } from './subjects.ts'

const subjects = demoSubjects()
const resources = demoResources()

test('the subjects are those of every track, year and session but the holes', () => {
  expect(subjects).toHaveLength(3 * 18 * 2 - missingSubjects.length)
  expect(subjects.map(subjectId)).not.toEqual(expect.arrayContaining([missingSubjects[0]]))
})

test('some 1,200 resources, a dozen free videos, a handful announced', () => {
  expect(resources.length).toBeGreaterThanOrEqual(1_200)
  expect(resources.length).toBeLessThan(1_300)
  expect(resources.filter(({ isFree, type }) => isFree && type === 'video')).toHaveLength(12)
  expect(resources.filter(({ isFree, type }) => isFree && type !== 'video')).toHaveLength(0)
  expect(resources.filter(({ file }) => file.kind === 'coming-soon').length).toBeGreaterThanOrEqual(5)
})

test('ids are unique', () => {
  expect(new Set(resources.map(({ id }) => id)).size).toBe(resources.length)
})

test('every chapter of every track has documents', () => {
  const filled = new Set(resources.map(({ track, theme, chapter }) => `${track}/${theme}/${chapter}`))
  const chapters = TRACK_CODES.flatMap((track) =>
    themesOf(track).flatMap(({ slug, chapters: titles }) =>
      titles.map((title) => `${track}/${slug}/${title}`),
    ),
  )
  expect(chapters.filter((chapter) => !filled.has(chapter))).toEqual([])
})

test('every reference is a valid Drive id that the local Drive knows, of the right type', () => {
  const wrong = [...subjects.map((subject) => ({ ...subject, type: 'pdf' })), ...resources].filter(
    ({ file, type }) =>
      file.kind === 'drive' && (!parseDriveReference(file.fileId) || demoFileOf(file.fileId)?.type !== type),
  )
  expect(wrong).toEqual([])
})

test('is the same at every start', () => {
  expect(demoResources()).toEqual(resources)
})
