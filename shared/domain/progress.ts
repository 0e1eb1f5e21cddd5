import { DomainError } from './domain-error.ts'

/** What a student says of a document: worked through, or to be looked at again. */
export const MARKS = ['done', 'review'] as const
export type Mark = (typeof MARKS)[number]

/** The marked documents of a chapter by their ids; a map, since ids come from outside and may be '__proto__'. */
export type Marks = ReadonlyMap<string, Mark>

const TOO_MANY_MARKS = 'Un chapitre peut garder 200 documents marqués au plus'

/** Null takes the mark away. */
export type MarkChange = { id: string; mark: Mark | null }

/** Far more than a chapter holds, so that one item stays small whatever ids are sent. */
export const MAX_MARKS_OF_CHAPTER = 200

/**
 * The marks of a chapter after some changes; of two changes of one document the last one holds. Answers `stored` itself
 * when nothing differs, so that a repeated request needs no write.
 * @throws DomainError INVALID_REQUEST when more than 200 documents would be marked
 */
export function mergeMarks(stored: Marks, changes: readonly MarkChange[]): Marks {
  const merged = new Map(stored)
  for (const { id, mark } of changes) {
    if (mark === null) merged.delete(id)
    else merged.set(id, mark)
  }
  if (areSame(stored, merged)) return stored
  if (merged.size > MAX_MARKS_OF_CHAPTER)
    throw new DomainError('INVALID_REQUEST', { errors: [{ path: 'marks', message: TOO_MANY_MARKS }] })
  return merged
}

function areSame(some: Marks, others: Marks): boolean {
  return some.size === others.size && [...some].every(([id, mark]) => others.get(id) === mark)
}
