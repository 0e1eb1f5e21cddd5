import { paperPath } from '#shared/catalogue/page-path.ts'
import { SUBJECT_PARTS, subjectDocumentId } from '#shared/catalogue/subjects.ts'
import type { ManagedSubject } from '#shared/entities/subject.ts'

/** Knowledge about documents: the ids of broken ones, and the pages of papers that no one has opened for a year. */
type Known = { broken: ReadonlySet<string>; unopened: ReadonlySet<string> }
type Missing = { label: string; matches: (subject: ManagedSubject, known: Known) => boolean }

/** The papers that lack something, by the value of the filter in the address. */
export const missingParts = {
  fichier: { label: 'Sans fichier', matches: ({ hasFile }) => !hasFile },
  correction: { label: 'Sans corrigé', matches: ({ correction }) => correction === null },
  exercices: { label: 'Sans exercices confirmés', matches: ({ exercises }) => exercises.length === 0 },
  chapitre: {
    label: 'Un exercice sans chapitre',
    matches: ({ exercises }) => exercises.some(({ chapters }) => chapters.length === 0),
  },
  defaut: {
    label: 'Un document en défaut',
    matches: (subject, { broken }) =>
      SUBJECT_PARTS.some((part) => broken.has(subjectDocumentId(subject, part))),
  },
  'jamais-ouvert': {
    label: 'Jamais ouvert depuis un an',
    matches: (subject, { unopened }) => unopened.has(paperPath(subject)),
  },
} as const satisfies Record<string, Missing>
export type MissingPart = keyof typeof missingParts

export function isMissingPart(value: string): value is MissingPart {
  return Object.hasOwn(missingParts, value)
}
