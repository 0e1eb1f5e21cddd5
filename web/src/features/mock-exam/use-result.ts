import { useEffect, useRef } from 'react'
import { useProfile } from '#web/lib/auth/use-auth.ts'
import { type ExamResult, keepResult } from '#web/lib/practice/kept-exams.ts'
import { examsSender } from '#web/lib/practice/send-exams.ts'
import type { Sitting } from './sitting.ts'

/** Milliseconds in which several taps become one request. */
const SEND_DELAY_MS = 1_000

/** Keeps the student's marks and note in this browser at each change, and sends them a moment later. */
export function useResult({ exam, result }: Sitting) {
  const account = useProfile()?.id ?? ''
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What a closed page has not sent goes with the next heartbeat of any page.
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (changed: Partial<ExamResult>) => {
    keepResult(account, exam, { ...result, ...changed })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void examsSender.send(), SEND_DELAY_MS)
  }
  return {
    mark(exercise: number, earned: number): void {
      const others = result.marks.filter((each) => each.exercise !== exercise)
      change({ marks: [...others, { exercise, earned }] })
    },
    write: (note: string): void => change({ note }),
  }
}
