import { listThemes, TRACK_CODES } from '../../catalogue/tracks.ts'
import { UNKNOWN_CONTENT } from '../../entities/file.ts'
import { type Resource } from '../../entities/resource.ts'
import { sampleResource, sampleSubject } from '../../entities/samples.ts'
import { type Subject } from '../../entities/subject.ts'
import { documentOfResource, documentOfSubject, documentsOfSubject } from './document.ts'

const subject: Subject = { ...sampleSubject, year: '2023' }
const { file } = subject

const RC = { title: 'Dipôle RC', theme: 'electricite', chapter: 'Dipôle RC' } as const
const resource: Resource = { ...sampleResource, ...RC, isFree: true }

/** Nothing is known of the content of a file yet. */
const versions = (storedVersion: string) => ({ version: storedVersion, storedVersion })

const PAPER = 'bac-SM-2023-Normale'

test('the statement of a subject is a PDF', () => {
  const { version: storedVersion, size, pages } = subject
  const names = { id: PAPER, title: 'Bac SM 2023 - Session Normale', fileName: 'Bac-SM-2023-Normale.pdf' }
  const rights = { isFree: false, answersPaper: null, opensAfterExam: false }
  const content = {
    type: 'pdf',
    file,
    captions: null,
    ...UNKNOWN_CONTENT,
    size,
    pages,
    ...versions(storedVersion),
  }
  expect(documentOfSubject(subject)).toEqual({ ...names, ...rights, ...content })
})

test('a correction and a video have their own file and version, or none', () => {
  const content = { ...UNKNOWN_CONTENT, size: 9, pages: 2 }
  const correction = { file, version: 'c-1', ...content }
  const free = { ...subject, isFree: true, correction }
  expect(documentOfSubject(free, 'correction')).toEqual({
    ...documentOfSubject(subject),
    id: `${PAPER}-correction`,
    title: 'Bac SM 2023 - Session Normale - Corrigé',
    fileName: 'Bac-SM-2023-Normale-Corrige.pdf',
    answersPaper: PAPER,
    opensAfterExam: true,
    ...content,
    ...versions('c-1'),
  })
  const video = { type: 'video', file: { kind: 'coming-soon' }, size: null, pages: null }
  const names = { id: `${PAPER}-video`, fileName: 'Bac-SM-2023-Normale-Video.mp4' }
  const rights = { answersPaper: PAPER, opensAfterExam: false }
  expect(documentOfSubject(free, 'video')).toMatchObject({ ...names, ...rights, ...video })
  expect(documentsOfSubject(free).map(({ id, isFree }) => [id, isFree])).toEqual([
    [PAPER, true],
    [`${PAPER}-correction`, false],
  ])
})

test.each<[type: Resource['type'], version: string]>([
  ['pdf', 'digest'],
  ['video', 'checksum'],
])('the version of a %s is the %s of its content', (type, version) => {
  const content = { digest: type === 'pdf' ? 'digest' : null, source: 'checksum' }
  expect(documentOfResource({ ...resource, type, ...content })).toMatchObject({ version, ...content })
})

test('a resource keeps its title, kind and whether it is free', () => {
  const { id, version: storedVersion } = resource
  const names = { id, title: 'Dipôle RC', fileName: 'Dipole-RC-2019-Rattrapage-Correction.pdf' }
  const rights = { isFree: true, answersPaper: 'bac-SM-2019-Rattrapage', opensAfterExam: false }
  const content = { type: 'pdf', file, captions: null, ...UNKNOWN_CONTENT, ...versions(storedVersion) }
  expect(documentOfResource(resource)).toEqual({ ...names, ...rights, ...content })
})

test.each([
  ['exercise', 'Enonce'],
  ['course', 'Cours'],
  ['exam', 'Examen'],
] as const)('a resource of kind %s answers no paper, and is saved as %s', (resourceType, word) => {
  const answersPaper = null
  const fileName = `Dipole-RC-2019-Rattrapage-${word}.pdf`
  expect(documentOfResource({ ...resource, resourceType })).toMatchObject({ answersPaper, fileName })
})

test.each<[Partial<Resource>, string]>([
  [{ type: 'video' }, 'Dipole-RC-2019-Rattrapage-Correction.mp4'],
  [{ chapter: 'Noyaux – masse et énergie' }, 'Noyaux-masse-et-energie-2019-Rattrapage-Correction.pdf'],
  [{ chapter: 'L\'œuvre "double"\r\n; ../x' }, 'L-oeuvre-double-x-2019-Rattrapage-Correction.pdf'],
])('the file of %j is saved as %s', (changes, fileName) => {
  expect(documentOfResource({ ...resource, ...changes }).fileName).toBe(fileName)
})

test('every chapter of the catalogue gives a file name for paths and headers', () => {
  const chapters = TRACK_CODES.flatMap((track) => listThemes(track).flatMap((theme) => theme.chapters))
  for (const chapter of chapters)
    expect(documentOfResource({ ...resource, chapter }).fileName).toMatch(/^[\w.-]{1,200}$/)
})
