import { isDeepStrictEqual } from 'node:util'
import { subjectId } from '#shared/catalogue/subjects.ts'
import { DomainError, found } from '#shared/domain/domain-error.ts'
import { untaughtChapters } from '#shared/domain/practice/exercise-chapters.ts'
import type { ManagedExercise } from '#shared/entities/exercise.ts'
import type { Subject } from '#shared/entities/subject.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry } from '../../data/audit.ts'
import { answerIfEqual } from '../../data/optimistic-lock.ts'
import type { Deps } from '../../http/use-case.ts'
import { changedDocument } from '../document-fields.ts'

export async function getExercises({ proposals }: Pick<Deps, 'proposals'>, id: string) {
  const { subject, proposed } = found(await proposals.find(id))
  const { track, year, session, exercises, updatedAt, correction, video } = subject
  return {
    id: subjectId(subject),
    track,
    year,
    session,
    exercises,
    updatedAt,
    hasCorrection: correction !== null,
    hasVideo: video !== null,
    proposals: { isRead: proposed !== null, exercises: proposed ?? [] },
  }
}

/** @throws DomainError NOT_FOUND, INVALID_REQUEST for a chapter that is not taught, CONFLICT if changed since `seen` */
export async function setExercises(
  { subjects, clock }: Pick<Deps, 'subjects' | 'clock'>,
  actor: User,
  id: string,
  exercises: ManagedExercise[],
  seen?: string,
): Promise<Subject> {
  const before = found(await subjects.findById(id))
  const errors = untaughtChapters(before, exercises)
  if (errors.length > 0) throw new DomainError('INVALID_REQUEST', { errors })
  const now = clock.now()
  const after = changedDocument(before, { exercises }, now)
  if (!after) return before
  if (seen !== undefined && seen !== before.updatedAt) throw new DomainError('CONFLICT')
  const entry = auditEntry(adminActor(actor), now, {
    action: 'UPDATE_EXERCISES',
    target: id,
    before: { exercises: before.exercises },
    after: { exercises },
  })
  if ((await subjects.replace(before, after, entry)) === 'written') return after
  return answerIfEqual(await subjects.find(before), (stored) =>
    isDeepStrictEqual(stored.exercises, exercises),
  )
}
