import { listThemes } from '../catalogue/themes.ts'
import { TRACK_CODES } from '../catalogue/tracks.ts'
import type { Resource } from '../entities/resource.ts'
import type { Subject } from '../entities/subject.ts'
import { documentOfResource, documentOfSubject } from './document.ts'

const at = '2026-01-01T00:00:00.000Z'
const file = { kind: 'drive', fileId: 'a'.repeat(25) } as const

const subject: Subject = {
  track: 'SM',
  year: '2023',
  session: 'Normale',
  file,
  version: 'v1',
  size: 1_234_567,
  pages: 6,
  createdAt: at,
  updatedAt: at,
}

const resource: Resource = {
  id: 'r-1',
  title: 'Dipôle RC',
  description: '',
  track: 'SM',
  theme: 'electricite',
  chapter: 'Dipôle RC',
  year: '2019',
  session: 'Rattrapage',
  resourceType: 'correction',
  type: 'pdf',
  file,
  isFree: true,
  thumbnail: null,
  captions: null,
  version: 'v2',
  size: null,
  pages: null,
  createdAt: at,
  updatedAt: at,
}

test('a subject is a PDF that is never free', () => {
  expect(documentOfSubject(subject)).toEqual({
    id: 'bac-SM-2023-Normale',
    title: 'Bac SM 2023 - Session Normale',
    fileName: 'Bac-SM-2023-Normale.pdf',
    type: 'pdf',
    isFree: false,
    file,
    captions: null,
    version: 'v1',
    size: subject.size,
    pages: subject.pages,
  })
})

test('a resource keeps its own title, kind and freedom', () => {
  expect(documentOfResource(resource)).toEqual({
    id: 'r-1',
    title: 'Dipôle RC',
    fileName: 'Dipole-RC-2019-Rattrapage-Correction.pdf',
    type: 'pdf',
    isFree: true,
    file,
    captions: null,
    version: 'v2',
    size: null,
    pages: null,
  })
})

test.each<[Partial<Resource>, string]>([
  [{ resourceType: 'exercise' }, 'Dipole-RC-2019-Rattrapage-Enonce.pdf'],
  [{ resourceType: 'course' }, 'Dipole-RC-2019-Rattrapage-Cours.pdf'],
  [{ resourceType: 'exam' }, 'Dipole-RC-2019-Rattrapage-Examen.pdf'],
  [{ type: 'video' }, 'Dipole-RC-2019-Rattrapage-Correction.mp4'],
  [{ chapter: 'Noyaux – masse et énergie' }, 'Noyaux-masse-et-energie-2019-Rattrapage-Correction.pdf'],
  [{ chapter: 'L\'œuvre "double"\r\n; ../x' }, 'L-oeuvre-double-x-2019-Rattrapage-Correction.pdf'],
])('the file of %j is saved as %s', (changes, fileName) => {
  expect(documentOfResource({ ...resource, ...changes }).fileName).toBe(fileName)
})

test('every chapter of the catalogue gives a name that paths and headers can carry', () => {
  const chapters = TRACK_CODES.flatMap((track) => listThemes(track).flatMap((theme) => theme.chapters))
  for (const chapter of chapters)
    expect(documentOfResource({ ...resource, chapter }).fileName).toMatch(/^[\w.-]{1,200}$/)
})
