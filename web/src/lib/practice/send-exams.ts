import { listPractice, type MockExamView, updateMockExam } from '#shared/contract/practice.ts'
import { api } from '../api/api.ts'
import { invalidateRoutes } from '../api/cache.ts'
import { call } from '../api/call.ts'
import { pageClient } from '../api/page-queries.tsx'
import { createSender, signedInAccount } from '../sender.ts'
import { type ExamResult, forgetSentExam, type KeptExam, keptExams } from './kept-exams.ts'

type UnsentExam = KeptExam & { unsent: ExamResult }

/** Sends ends and results of examinations. */
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
  await storeAnswer(account, answer)
  forgetSentExam(account, kept)
}

/** Puts the answer into the list: a list that is read right after a change may not have it yet. */
async function storeAnswer(account: string, answer: MockExamView): Promise<void> {
  const client = pageClient()
  const { queryKey } = api(listPractice).queryOptions({})
  await client.cancelQueries({ queryKey })
  // Another account may have signed in, and the cache then belongs to it.
  if (signedInAccount() !== account) return
  const known = client.getQueryData(queryKey)
  if (known === undefined) return client.invalidateQueries({ queryKey })
  const others = known.items.filter(({ id }) => id !== answer.id)
  const items = [answer, ...others].toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
  client.setQueryData(queryKey, { ...known, items })
  // The page that shows the chapters refetches what the result means for them.
  return client.invalidateQueries({ queryKey, refetchType: 'none' })
}
