import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

type Step = { nextCursor: string | null }

/** Work that the server does a part at a time, each call naming where the next one goes on. */
type SteppedTask<S extends Step, T> = {
  step: (cursor: string | undefined) => Promise<S>
  /** What nothing done yet amounts to. */
  start: T
  add: (sum: T, step: S) => T
  /** Called whichever way it ended. */
  onSettled?: () => void
}

/** Runs such work to its end and counts it up; after a failure or a stop it goes on where it was. */
export function useSteppedTask<S extends Step, T>({ step, start, add, onSettled }: SteppedTask<S, T>) {
  const [sum, setSum] = useState(start)
  /** Where the next call goes on; null: at the beginning. */
  const place = useRef<string | null>(null)
  const isStopped = useRef(false)
  useEffect(
    () => () => {
      // Who leaves the page is not told any more.
      isStopped.current = true
    },
    [],
  )
  const run = useMutation({
    mutationFn: async () => {
      isStopped.current = false
      let total = place.current === null ? start : sum
      setSum(total)
      do {
        // oxlint-disable-next-line no-await-in-loop -- each part names the next
        const done = await step(place.current ?? undefined)
        total = add(total, done)
        place.current = done.nextCursor
        setSum(total)
      } while (place.current !== null && !isStopped.current)
      return { isComplete: place.current === null }
    },
    ...(onSettled && { onSettled }),
  })
  return {
    sum,
    isRunning: run.isPending,
    isComplete: run.data?.isComplete ?? false,
    error: run.error,
    run: () => run.mutate(),
    stop: () => {
      isStopped.current = true
    },
  }
}
