import { parseSubjectId, subjectId } from '#shared/catalogue/subjects.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { Deps } from '../../http/deps.ts'

/**
 * Returns the exercises of a subject, and those that were found in its text.
 * @throws DomainError NOT_FOUND
 */
export async function getExercises({ proposals }: Pick<Deps, 'proposals'>, id: string) {
  const key = parseSubjectId(id)
  const found = key && (await proposals.find(key))
  if (!found) throw new DomainError('NOT_FOUND')
  const { track, year, session, exercises, updatedAt, correction, video } = found.subject
  return {
    id: subjectId(found.subject),
    track,
    year,
    session,
    exercises,
    updatedAt,
    hasCorrection: correction !== null,
    hasVideo: video !== null,
    proposals: { isRead: found.proposed !== null, exercises: found.proposed ?? [] },
  }
}
