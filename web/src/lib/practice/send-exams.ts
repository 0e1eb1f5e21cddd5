import { listPractice, type MockExamView, updateMockExam } from '#shared/contract/practice.ts'
import { invalidateRoutes } from '#web/lib/api/api.ts'
import { createSender, storeAnswer } from '#web/lib/api/kept-data.ts'
import { call } from '../api/call.ts'
import { pageClient } from '../api/page-queries.tsx'
import { type ExamResult, forgetSentExam, type KeptExam, keptExams } from './kept-exams.ts'

type UnsentExam = KeptExam & { unsent: ExamResult }

export const examsSender = createSender({
  unsent: (account) => keptExams(account).filter((kept): kept is UnsentExam => kept.unsent !== null),
  isSame: (one, other) => one.exam.id === other.exam.id,
  send,
})

/** Refetches the examinations on screen, one of which another tab has changed. */
export function renewExams(): Promise<void> {
  return invalidateRoutes(pageClient(), [listPractice])
}

async function send(account: string, kept: UnsentExam): Promise<void> {
  const { exam, unsent } = kept
  const { now: _, ...answer } = await call(updateMockExam, {
    params: { id: exam.id },
    body: { ...unsent, finished: true },
  })
  // The page that shows the chapters learns what the examination means for them.
  await storeAnswer(account, { route: listPractice, input: {}, isOutdated: true }, (known) => ({
    ...known,
    items: withExam(known.items, answer),
  }))
  forgetSentExam(account, kept)
}

function withExam(items: readonly MockExamView[], answer: MockExamView): MockExamView[] {
  const others = items.filter(({ id }) => id !== answer.id)
  return [answer, ...others].toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
}
