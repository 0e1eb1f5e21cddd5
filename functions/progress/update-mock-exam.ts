import { isDeepStrictEqual } from 'node:util'
import { DomainError } from '#shared/domain/domain-error.ts'
import { changedMockExam, type ExamChange } from '#shared/domain/practice/mock-exam.ts'
import type { MockExam } from '#shared/entities/practice.ts'
import { repeatOvertaken } from '../data/overtaken.ts'
import type { Deps } from '../http/deps.ts'

/**
 * Ends a student's own examination, sets its marks or its note, and returns it. A repeated change writes nothing; see
 * {@link repeatOvertaken}.
 * @throws DomainError NOT_FOUND, also for another student's; INVALID_REQUEST for marks that do not fit the paper;
 *   CONFLICT for marks while it runs, or when other changes overtake it each time
 */
export async function updateMockExam(
  { mockExams, clock }: Pick<Deps, 'mockExams' | 'clock'>,
  userId: string,
  id: string,
  change: ExamChange,
): Promise<MockExam> {
  const now = clock.now()
  return repeatOvertaken(async () => {
    const before = await mockExams.find(userId, id)
    if (!before) throw new DomainError('NOT_FOUND')
    const after = changedMockExam(before, change, now)
    if (isDeepStrictEqual(after, before)) return before
    const result = await mockExams.replace(userId, before, after)
    return result === 'written' ? after : result
  })
}
