import { isDeepStrictEqual } from 'node:util'
import { parseSubjectId } from '#shared/catalogue/subjects.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { untaughtChapters } from '#shared/domain/practice/exercise-chapters.ts'
import type { Actor } from '#shared/entities/audit-entry.ts'
import type { ManagedExercise } from '#shared/entities/exercise.ts'
import type { Subject } from '#shared/entities/subject.ts'
import { auditEntry } from '../../data/audit-entry.ts'
import { answerOvertaken } from '../../data/overtaken.ts'
import type { Deps } from '../../http/deps.ts'
import { changedDocument } from '../document-fields.ts'

/**
 * Replaces the list of exercises of a subject. The same list again changes nothing.
 * @param seen the subject's `updatedAt` when the list was made; undefined for any
 * @throws DomainError NOT_FOUND, INVALID_REQUEST for a chapter that the subject's track does not teach, CONFLICT
 */
export async function setExercises(
  { subjects, clock }: Pick<Deps, 'subjects' | 'clock'>,
  actor: Actor,
  id: string,
  exercises: ManagedExercise[],
  seen?: string,
): Promise<Subject> {
  const key = parseSubjectId(id)
  const before = key && (await subjects.find(key))
  if (!before) throw new DomainError('NOT_FOUND')
  const errors = untaughtChapters(before, exercises)
  if (errors.length > 0) throw new DomainError('INVALID_REQUEST', { errors })
  const now = clock.now()
  const after = changedDocument(before, { exercises }, now)
  if (!after) return before
  if (seen !== undefined && seen !== before.updatedAt) throw new DomainError('CONFLICT')
  const entry = auditEntry(actor, now, {
    action: 'UPDATE_EXERCISES',
    target: id,
    before: { exercises: before.exercises },
    after: { exercises },
  })
  if ((await subjects.replace(before, after, entry)) === 'written') return after
  return answerOvertaken(
    () => subjects.find(before),
    (stored) => isDeepStrictEqual(stored.exercises, exercises),
  )
}
