import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listThemes } from '#shared/catalogue/themes.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { parseDriveReference } from '#shared/domain/drive-reference.ts'
import { subjectId } from '#shared/entities/subject.ts'
import {
  captionsFileId,
  demoFileOf,
  LONG_FILM_ID,
  LONG_PAPER_ID,
  LONG_PAPER_PAGES,
} from '../drive/demo-files.ts'
import { seededRandom } from '../drive/seeded-random.ts'
import { readOrMakeVideo } from '../drive/video.ts'
import { weightOf } from '../drive/weights.ts'
import { demoResources } from './resources.ts'
import { brokenSubjects, demoSubjects, missingSubjects } from './subjects.ts'
import { paperIds, weigh } from './weigh.ts'

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
    listThemes(track).flatMap(({ slug, chapters: titles }) =>
      titles.map((title) => `${track}/${slug}/${title}`),
    ),
  )
  expect(chapters.filter((chapter) => !filled.has(chapter))).toEqual([])
})

test('every reference is a valid Drive id that the local Drive knows, of the right type, but three', () => {
  const wrong = [...subjects.map((subject) => ({ ...subject, type: 'pdf' })), ...resources].filter(
    ({ file, type }) =>
      file.kind === 'drive' && (!parseDriveReference(file.fileId) || demoFileOf(file.fileId)?.type !== type),
  )
  expect(wrong.map(({ file }) => (file.kind === 'drive' ? file.fileId : file.kind))).toEqual([
    'demo-drive-introuvable-bac-SVT-2012-Normale',
    'demo-drive-video-mis-par-erreur',
  ])
  const trashed = subjects.filter(
    ({ file }) => file.kind === 'drive' && demoFileOf(file.fileId)?.state === 'trashed',
  )
  expect(trashed.map(subjectId)).toEqual(['bac-SVT-2011-Normale'])
  expect(Object.keys(brokenSubjects)).toEqual(expect.arrayContaining(trashed.map(subjectId)))
})

test('free videos have captions, other documents none', () => {
  for (const { isFree, file, captions } of resources) {
    const expected = isFree && file.kind === 'drive' ? captionsFileId(file.fileId) : undefined
    expect(captions?.fileId).toBe(expected)
  }
})

describe('weights', () => {
  test('are known of all that can be delivered, and of nothing else', () => {
    const unknown = [...subjects, ...resources].filter(({ size }) => size === null)
    const expected = [...subjects, ...resources].filter(
      ({ file }) => file.kind !== 'drive' || /-(?:introuvable-bac|video-mis-par-erreur)/.test(file.fileId),
    )
    expect(unknown).toEqual(expected)
    for (const { size, pages, ...document } of resources)
      expect(pages === null).toBe(size === null || document.type === 'video')
  })

  // All of them would take most of a minute: weigh.ts writes them anew when these differ.
  test('are those of the papers and the film', async () => {
    const random = seededRandom('weights')
    const sample = paperIds().filter(() => random() < 0.005)
    expect(sample.length).toBeGreaterThan(3)
    for (const id of [...sample, LONG_PAPER_ID]) {
      const [size, pages] = await weigh(id)
      expect({ id, ...weightOf(id) }).toEqual({ id, size, pages })
    }
    const folder = mkdtempSync(join(tmpdir(), 'weights-'))
    const film = await readOrMakeVideo(join(folder, 'video.mp4'))
    rmSync(folder, { recursive: true })
    const [video] = resources.filter(({ isFree }) => isFree)
    expect(video?.size).toBe(film.length)
  }, 60_000)

  test('a course of sixty pages and a film of 300 MB are among the documents', () => {
    const large = resources.filter(
      ({ file }) => file.kind === 'drive' && [LONG_PAPER_ID, LONG_FILM_ID].includes(file.fileId),
    )
    expect(large).toMatchObject([
      { type: 'pdf', pages: LONG_PAPER_PAGES },
      { type: 'video', size: 300 * 1024 * 1024, pages: null },
    ])
  })
})

test('is the same at every start', () => {
  expect(demoResources()).toEqual(resources)
})
