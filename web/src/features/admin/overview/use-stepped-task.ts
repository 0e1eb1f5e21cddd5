import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Route } from '#shared/contract/route.ts'
import { invalidateRoutes } from '#web/lib/api/api.ts'

type Step = { nextCursor: string | null }

/** Work that the server does in parts; each answer names the start of the next part. */
type SteppedTask<S extends Step, T> = {
  step: (cursor: string | undefined) => Promise<S>
  /** The sum before the first part. */
  start: T
  add: (sum: T, step: S) => T
  /** The routes whose answers the work makes outdated, also when it is stopped or fails half-way. */
  invalidates: readonly Route[]
}

/** Runs such work to its end and adds up its parts; after a failure or a stop the next run continues where it ended. */
export function useSteppedTask<S extends Step, T>({ step, start, add, invalidates }: SteppedTask<S, T>) {
  const client = useQueryClient()
  const [sum, setSum] = useState(start)
  /** The start of the next part; null for the beginning. */
  const cursor = useRef<string | null>(null)
  const isStopped = useRef(false)
  useEffect(
    () => () => {
      // The work ends when the user leaves the page.
      isStopped.current = true
    },
    [],
  )
  const run = useMutation({
    mutationFn: async () => {
      isStopped.current = false
      let total = cursor.current === null ? start : sum
      setSum(total)
      do {
        // oxlint-disable-next-line no-await-in-loop -- each part names the next
        const done = await step(cursor.current ?? undefined)
        total = add(total, done)
        cursor.current = done.nextCursor
        setSum(total)
      } while (cursor.current !== null && !isStopped.current)
      return { isComplete: cursor.current === null }
    },
    onSettled: () => void invalidateRoutes(client, invalidates),
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
