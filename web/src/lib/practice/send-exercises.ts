import { markPaper, type PracticedPaperView } from '#shared/contract/practice.ts'
import { call } from '../api/call.ts'
import { ApiFailure } from '../api/failure.ts'
import { createSender } from '../sender.ts'
import { forgetSentPaper, type UnsentPaper, unsentPapers } from './kept-exercises.ts'
import { storeAnswer } from './store-answer.ts'

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
    await storeAnswer(account, (known) => ({ ...known, papers: withPaper(known.papers, answer) }))
  } catch (error) {
    // The owner has changed or removed the exercise since: no later attempt would succeed.
    const isLost = error instanceof ApiFailure && (error.status === 400 || error.status === 404)
    if (isLost) forgetSentPaper(account, unsent)
    throw error
  }
  forgetSentPaper(account, unsent)
}

function withPaper(papers: readonly PracticedPaperView[], answer: PracticedPaperView): PracticedPaperView[] {
  return [...papers.filter(({ subjectId }) => subjectId !== answer.subjectId), answer]
}
