import { useEffect, useRef } from 'react'
import type { CountedExercise } from '#shared/entities/practice.ts'
import { useProfile } from '../auth/use-auth.ts'
import { serverNow } from '../server-clock.ts'
import { keepDone, keepExercise } from './kept-exercises.ts'
import { exercisesSender } from './send-exercises.ts'

/** Milliseconds in which several taps become one request. */
const SEND_DELAY_MS = 1_000

/** Returns the functions that change marks: shown at once, kept until they are sent. */
export function usePracticeChanges(subjectId: string) {
  const account = useProfile()?.id ?? null
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What a closed page has not sent goes with the next heartbeat of any page.
  useEffect(() => () => clearTimeout(timer.current), [])
  const keep = (change: (account: string, at: string) => void) => {
    if (account !== null) change(account, new Date(serverNow()).toISOString())
  }
  const send = (change: (account: string, at: string) => void) => {
    if (account === null) return
    keep(change)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void exercisesSender.send(), SEND_DELAY_MS)
  }
  return {
    /** Null removes the mark. */
    mark: (exercise: CountedExercise, earned: number | null) =>
      send((by, at) => keepExercise(by, subjectId, exercise, { at, earned })),
    redo: (exercise: CountedExercise, redo: boolean) =>
      send((by, at) => keepExercise(by, subjectId, exercise, { at, redo })),
    /** Goes with the next mark or heartbeat. */
    help: (exercise: CountedExercise, used: { hints: number } | { isWrong: true }) =>
      keep((by, at) => keepExercise(by, subjectId, exercise, { at, ...used })),
    done: (isDone: boolean) => send((by, at) => keepDone(by, subjectId, { isDone, at })),
  }
}
