import { parseSubjectId } from '#shared/catalogue/subjects.ts'
import { assertMayOpen, examThatOpens } from '#shared/domain/accounts/document-access.ts'
import { documentOfSubject } from '#shared/domain/documents/document.ts'
import { found } from '#shared/domain/domain-error.ts'
import { type ExerciseHelp, helpOf } from '#shared/entities/exercise.ts'
import type { User } from '#shared/entities/user.ts'
import type { Deps } from '../http/deps.ts'

/**
 * Returns hints and final answers of a paper's exercises to a student who may open its correction now.
 * @throws DomainError PREMIUM_REQUIRED, MOCK_EXAM_RUNNING while the student sits the paper, NOT_FOUND
 */
export async function getExerciseHelp(
  { subjects, mockExams, clock }: Pick<Deps, 'subjects' | 'mockExams' | 'clock'>,
  user: User,
  id: string,
): Promise<ExerciseHelp[]> {
  const key = parseSubjectId(id)
  const subject = key && (await subjects.find(key))
  const correction = subject && documentOfSubject(subject, 'correction')
  const now = clock.now()
  const paper = examThatOpens(user, correction, now)
  const hasSat = paper !== null && (await mockExams.hasSat(user.id, paper))
  assertMayOpen(user, correction, now, hasSat)
  return helpOf(found(subject).exercises)
}
