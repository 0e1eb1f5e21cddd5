import type * as v from 'valibot'
import { parseSubjectId, type SubjectKey, subjectTitle } from '#shared/catalogue/subjects.ts'
import {
  type listPractice as contract,
  MOST_LISTED_EXAMS,
  type MockExamView,
} from '#shared/contract/practice.ts'
import { examEnd, minutesSat } from '#shared/domain/practice/mock-exam.ts'
import { pointsByChapter, scoreOutOf20 } from '#shared/domain/practice/score.ts'
import type { MockExam } from '#shared/entities/practice.ts'
import type { MockExams } from '../data/mock-exams.ts'
import type { Clock } from '../http/clock.ts'

type Deps = { mockExams: Pick<MockExams, 'listNewest'>; clock: Clock }

/** Returns a student's newest examinations, and the chapters to work on. */
export async function listPractice(
  { mockExams, clock }: Deps,
  userId: string,
): Promise<v.InferInput<typeof contract.response>> {
  const exams = await mockExams.listNewest(userId, MOST_LISTED_EXAMS)
  const now = clock.now()
  return {
    now: now.toISOString(),
    items: exams.map((exam) => mockExamView(exam, now)),
    byChapter: pointsByChapter(exams),
  }
}

/** Returns a student's view of one examination, with the time of the answer. */
export function oneExamView(exam: MockExam, { clock }: Pick<Deps, 'clock'>) {
  const now = clock.now()
  return { ...mockExamView(exam, now), now: now.toISOString() }
}

function mockExamView(exam: MockExam, now: Date): MockExamView {
  const { id, subjectId, startedAt, endsAt, exercises, marks, note } = exam
  const finishedAt = examEnd(exam, now)
  // The id was a subject's at the start; the subject may have been deleted since.
  const paper = parseSubjectId(subjectId) as SubjectKey
  return {
    id,
    subjectId,
    title: subjectTitle(paper),
    ...paper,
    startedAt,
    endsAt,
    finishedAt,
    minutes: finishedAt === null ? null : minutesSat(startedAt, finishedAt),
    exercises,
    marks,
    score: scoreOutOf20(exam),
    note,
  }
}
