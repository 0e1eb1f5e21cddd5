import { parseSubjectId } from '#shared/catalogue/subjects.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { publicExercise } from '#shared/entities/exercise.ts'
import { publicSubject } from '#shared/entities/subject.ts'
import type { SubjectDetails } from '#shared/entities/subject-details.ts'
import type { Deps } from '../http/deps.ts'

/**
 * Returns one subject, without references to its files and without the help of its exercises.
 * @throws DomainError NOT_FOUND
 */
export async function getSubject({ subjects }: Pick<Deps, 'subjects'>, id: string): Promise<SubjectDetails> {
  const key = parseSubjectId(id)
  const subject = key && (await subjects.find(key))
  if (!subject) throw new DomainError('NOT_FOUND')
  return { ...publicSubject(subject), exercises: subject.exercises.map(publicExercise) }
}
