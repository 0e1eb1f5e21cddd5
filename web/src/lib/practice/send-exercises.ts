import { useEffect, useRef } from 'react'
import { listPractice, markPaper, type PracticedPaperView } from '#shared/contract/practice.ts'
import type { CountedExercise } from '#shared/entities/practice.ts'
import { call } from '#web/lib/api/call.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { createSender, storeAnswer } from '#web/lib/api/kept-data.ts'
import { useProfile } from '#web/lib/auth/auth-state.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { forgetSentPaper, keepDone, keepExercise, type UnsentPaper, unsentPapers } from './exercise-marks.ts'

/** Sends marks of single exercises with one request per paper. */
export const exercisesSender = createSender({
  unsent: unsentPapers,
  isSame: (one, other) => one.subjectId === other.subjectId,
  send: sendPaper,
})

async function sendPaper(account: string, unsent: UnsentPaper): Promise<void> {
  const { subjectId, exercises, done } = unsent
  try {
    const answer = await call(markPaper, {
      params: { id: subjectId },
      body: { exercises, ...(done && { done }) },
    })
    await storeAnswer(account, { route: listPractice, input: {}, isOutdated: true }, (known) => ({
      ...known,
      papers: withPaper(known.papers, answer),
    }))
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

/** Milliseconds in which several taps become one request. */
const SEND_DELAY_MS = 1_000

/** Returns the functions that change marks: shown at once, kept until they are sent. */
export function usePracticeChanges(subjectId: string) {
  const account = useProfile()?.id ?? null
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What a closed page has not sent goes with the next heartbeat of any page.
  useEffect(() => () => clearTimeout(timer.current), [])
  const keep = (next: (account: string, at: string) => void) => {
    if (account !== null) next(account, new Date(serverNow()).toISOString())
  }
  const change = (next: (account: string, at: string) => void) => {
    if (account === null) return
    keep(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void exercisesSender.send(), SEND_DELAY_MS)
  }
  return {
    /** Null removes the mark. */
    mark: (exercise: CountedExercise, earned: number | null) =>
      change((by, at) => keepExercise(by, subjectId, exercise, { at, earned })),
    redo: (exercise: CountedExercise, redo: boolean) =>
      change((by, at) => keepExercise(by, subjectId, exercise, { at, redo })),
    /** Goes with the next mark or heartbeat. */
    help: (exercise: CountedExercise, used: { hints: number } | { isWrong: true }) =>
      keep((by, at) => keepExercise(by, subjectId, exercise, { at, ...used })),
    done: (isDone: boolean) => change((by, at) => keepDone(by, subjectId, { isDone, at })),
  }
}
