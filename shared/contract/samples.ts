import { TRACK_CODES } from '../catalogue/tracks.ts'
import { SAMPLE_DOCUMENT_ID } from '../entities/fields.ts'

/**
 * The entities that the routes' sample requests are about. Tests store them (functions/test-support/samples.ts), and
 * replace them by others where each request needs its own.
 */
export const sampleStudent = {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'eleve.exemple@exemple.test',
} as const

/** A file and a folder in Drive. */
export const sampleFile = 'SampleFile-0123456789-0123456789'
export const sampleFolder = 'SampleFolder-0123456789-0123456789'

export const sampleSubject = {
  track: TRACK_CODES[0],
  year: '2024',
  session: 'Normale',
  file: sampleFile,
} as const

/** A subject that is not stored. */
export const sampleNewSubject = { ...sampleSubject, year: '2031' } as const

export const sampleResource = {
  id: SAMPLE_DOCUMENT_ID,
  title: 'Énoncé : Ondes mécaniques - 2024',
  description: 'Un exercice corrigé.',
  track: TRACK_CODES[0],
  theme: 'ondes',
  chapter: 'Ondes mécaniques progressives',
  year: '2024',
  session: 'Normale',
  resourceType: 'exercise',
  type: 'pdf',
  file: sampleFile,
  isFree: false,
  thumbnail: null,
  captions: null,
} as const

export const sampleBlock = { email: 'bloque.exemple@exemple.test', reason: 'Compte partagé' } as const

const { track, theme, chapter, year, session, resourceType, type, title, file } = sampleResource
const row = { track, theme, chapter, year, session, resourceType, type, title, file }
const table = [
  Object.keys(row),
  ...[year, '2031', '2032'].map((each) => Object.values({ ...row, year: each })),
]
/** An import of the resource, and of two that are not stored. */
export const sampleImport = table.map((cells) => cells.join(';')).join('\n')
