import { DomainError } from '../domain-error.ts'

const MARKS = ['done', 'review'] as const
export type Mark = (typeof MARKS)[number]

/**
 * `since` is the day of the mark, `seen` the last day on which the document was looked at afterwards. Moroccan days.
 */
export type KeptMark = { mark: 'done' } | { mark: 'review'; since: string; seen: string | null }

export type Marks = ReadonlyMap<string, KeptMark>

const TOO_MANY_MARKS = 'Un chapitre peut garder 200 documents marqués au plus'

export const MARK_CHANGES = [...MARKS, 'seen'] as const
/** Null removes the mark. */
export type MarkChange = { id: string; mark: (typeof MARK_CHANGES)[number] | null }

/** Far more than a chapter has, so that one item stays small. */
export const MAX_MARKS_OF_CHAPTER = 200

/**
 * The last change of a document counts. A document to review keeps its day when it is marked so again; 'seen' does not
 * change other documents. Returns `stored` itself when nothing differs. @throws DomainError INVALID_REQUEST when more
 * than 200 documents would be marked
 */
export function mergeMarks(stored: Marks, changes: readonly MarkChange[], today: string): Marks {
  const merged = new Map(stored)
  for (const { id, mark } of changes) {
    const changed = keptAfter(merged.get(id), mark, today)
    if (changed) merged.set(id, changed)
    else merged.delete(id)
  }
  if (areSame(stored, merged)) return stored
  if (merged.size > MAX_MARKS_OF_CHAPTER)
    throw new DomainError('INVALID_REQUEST', { errors: [{ path: 'marks', message: TOO_MANY_MARKS }] })
  return merged
}

/** Returns a document's mark after a change, or undefined. A look on the day of the mark is not stored. */
export function keptAfter(
  kept: KeptMark | undefined,
  said: MarkChange['mark'],
  today: string,
): KeptMark | undefined {
  switch (said) {
    case null:
      return undefined
    case 'done':
      return { mark: 'done' }
    case 'review':
      return kept?.mark === 'review' ? kept : { mark: 'review', since: today, seen: null }
    case 'seen':
      return kept?.mark === 'review' && kept.since < today ? { ...kept, seen: today } : kept
  }
}

function areSame(some: Marks, others: Marks): boolean {
  return some.size === others.size && [...some].every(([id, kept]) => isSame(kept, others.get(id)))
}

function isSame(one: KeptMark, other: KeptMark | undefined): boolean {
  if (one.mark === 'done' || other?.mark !== 'review') return one.mark === other?.mark
  return one.since === other.since && one.seen === other.seen
}
