import { parseSubjectId } from '#shared/catalogue/subjects.ts'
import { found } from '#shared/domain/domain-error.ts'
import { mergeExerciseMarks, type PaperChange } from '#shared/domain/practice/exercise-marks.ts'
import type { PracticedPaper } from '#shared/entities/practice.ts'
import type { Deps } from '../http/deps.ts'
import type { Caller } from '../http/on.ts'

/**
 * Changes a student's marks of single exercises of a paper, and returns them all.
 * @throws DomainError NOT_FOUND, INVALID_REQUEST for marks that do not fit the paper, CONFLICT when other changes
 *   overtake it each time
 */
export async function markPaper(
  { practicedPapers, clock }: Pick<Deps, 'practicedPapers' | 'clock'>,
  { user, roles }: Caller,
  id: string,
  change: PaperChange,
): Promise<PracticedPaper> {
  const key = parseSubjectId(id)
  const now = clock.now()
  // Admins are not counted.
  const student = { userId: user.id, isCounted: !roles.isAdmin }
  const paper = await (key &&
    practicedPapers.changeMarks(student, key, (marks, { exercises }) =>
      mergeExerciseMarks(marks, change, exercises, now),
    ))
  return found(paper)
}
