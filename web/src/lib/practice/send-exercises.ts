import { listPractice, markPaper, type PracticedPaperView } from '#shared/contract/practice.ts'
import { api } from '../api/api.ts'
import { call } from '../api/call.ts'
import { ApiFailure } from '../api/failure.ts'
import { pageClient } from '../api/page-queries.tsx'
import { createSender, signedInAccount } from '../sender.ts'
import { forgetSentPaper, type UnsentPaper, unsentPapers } from './kept-exercises.ts'

/** Sends marks of single exercises with one request per paper. */
export const exercisesSender = createSender({
  unsent: unsentPapers,
  isSame: (one, other) => one.subjectId === other.subjectId,
  send,
})

async function send(account: string, unsent: UnsentPaper): Promise<void> {
  const { subjectId, exercises, done } = unsent
  try {
    const answer = await call(markPaper, {
      params: { id: subjectId },
      body: { exercises, ...(done && { done }) },
    })
    await storeAnswer(account, answer)
  } catch (error) {
    // The owner has changed or removed the exercise since: no later attempt would succeed.
    const isLost = error instanceof ApiFailure && (error.status === 400 || error.status === 404)
    if (isLost) forgetSentPaper(account, unsent)
    throw error
  }
  forgetSentPaper(account, unsent)
}

/** Puts the answer into the list: a list that is read right after a change may not have it yet. */
async function storeAnswer(account: string, answer: PracticedPaperView): Promise<void> {
  const client = pageClient()
  const { queryKey } = api(listPractice).queryOptions({})
  await client.cancelQueries({ queryKey })
  // Another account may have signed in, and the cache then belongs to it.
  if (signedInAccount() !== account) return
  const known = client.getQueryData(queryKey)
  if (known === undefined) return client.invalidateQueries({ queryKey })
  const others = known.papers.filter(({ subjectId }) => subjectId !== answer.subjectId)
  client.setQueryData(queryKey, { ...known, papers: [...others, answer] })
  // The page that shows the chapters refetches what the mark means for them.
  return client.invalidateQueries({ queryKey, refetchType: 'none' })
}
