import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isEstablished } from '#shared/domain/accounts/roles.ts'
import { DomainError, found } from '#shared/domain/domain-error.ts'
import {
  changedMockExam,
  type ExamChange,
  newMockExam,
  runningExam,
} from '#shared/domain/practice/mock-exam.ts'
import type { MockExam } from '#shared/entities/practice.ts'
import type { User } from '#shared/entities/user.ts'
import { retryOnConflict } from '../data/optimistic-lock.ts'
import type { Caller, Deps } from '../http/use-case.ts'

type ExamDeps = Pick<Deps, 'mockExams' | 'users' | 'subjects' | 'settings' | 'clock'>

const ANOTHER_RUNS = "Vous passez déjà un autre examen blanc. Terminez-le avant d'en commencer un nouveau."

/** A running examination of the paper is returned. @throws DomainError PREMIUM_REQUIRED, NOT_FOUND, CONFLICT */
export async function startMockExam(
  deps: ExamDeps,
  { user, roles }: Caller,
  subjectId: string,
): Promise<MockExam> {
  const now = deps.clock.now()
  const running = runningExam(user.mockExam, now)
  if (running?.subjectId === subjectId) return resumeExam(deps, user, subjectId)
  const [subject, { mockExamMinutes }] = await Promise.all([
    deps.subjects.findById(subjectId),
    deps.settings.read(),
  ])
  if (!subject?.isFree && !roles.mayOpenPremium) throw new DomainError('PREMIUM_REQUIRED')
  if (!subject) throw new DomainError('NOT_FOUND')
  if (running) throw new DomainError('CONFLICT', { detail: ANOTHER_RUNS })
  const exam = newMockExam(subjectId, subject.exercises, {
    minutes: mockExamMinutes[subject.track],
    now,
    suffix: randomUUID().slice(0, 8),
  })
  const isCounted = countsInStatistics({ user, roles }, now)
  if ((await deps.mockExams.start(user, exam, isCounted)) === 'written') return exam
  return resumeExam(deps, await deps.users.find(user.id), subjectId)
}

/** Returns whether the owner's statistics count a caller: neither admins nor accounts that may be throw-away ones. */
export function countsInStatistics({ user, roles }: Caller, now: Date): boolean {
  return !roles.isAdmin && isEstablished(user, now)
}

async function resumeExam(
  { mockExams, clock }: ExamDeps,
  user: User | null,
  subjectId: string,
): Promise<MockExam> {
  const running = runningExam(user?.mockExam ?? null, clock.now())
  if (running && running.subjectId !== subjectId) throw new DomainError('CONFLICT', { detail: ANOTHER_RUNS })
  const exam = user && running && (await mockExams.find(user.id, running.id))
  if (!exam) throw new DomainError('CONFLICT')
  return exam
}

/** @throws DomainError NOT_FOUND; INVALID_REQUEST for marks that do not fit the paper; CONFLICT while it runs */
export async function updateMockExam(
  { mockExams, clock }: Pick<Deps, 'mockExams' | 'clock'>,
  userId: string,
  id: string,
  change: ExamChange,
): Promise<MockExam> {
  const now = clock.now()
  return retryOnConflict(async () => {
    const before = found(await mockExams.find(userId, id))
    const after = changedMockExam(before, change, now)
    if (isDeepStrictEqual(after, before)) return before
    const result = await mockExams.replace(userId, before, after)
    return result === 'written' ? after : result
  })
}
