import { SAMPLE_DRIVE_ID } from '../entities/file.ts'
import { sampleResource, sampleSubject } from '../entities/samples.ts'

// Input that several sample requests share, about the sample entities, which tests store.

export const sampleFolder = '1SampleFolder-0123456789-0123456789'

const paper = { track: sampleSubject.track, session: sampleSubject.session, file: SAMPLE_DRIVE_ID }
export const sampleSubjectInput = { ...paper, year: '2031', isFree: false, correction: null, video: null }

const { track, theme, chapter, year, session, resourceType, type, title } = sampleResource
const row = { track, theme, chapter, year, session, resourceType, type, title, file: SAMPLE_DRIVE_ID }
export const sampleResourceInput = {
  ...row,
  title: 'Dipôle RC - 2024',
  description: sampleResource.description,
  isFree: sampleResource.isFree,
  thumbnail: null,
  captions: null,
}

const table = [
  Object.keys(row),
  ...[year, '2031', '2032'].map((each) => Object.values({ ...row, year: each })),
]
export const sampleImport = table.map((cells) => cells.join(';')).join('\n')

export const sampleSubjectImport = `track;year;session;file\n${paper.track};2032;${paper.session};${paper.file}`

export const sampleSignUpChallenge = {
  algorithm: 'SHA-256',
  challenge: '8'.repeat(64),
  salt: `${'5'.repeat(24)}?expires=1900000000&`,
  signature: '9'.repeat(64),
  maxnumber: 50_000,
} as const
