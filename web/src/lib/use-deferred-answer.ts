import { useDeferredValue } from 'react'

type Answer<T> = { data: T | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }

/** A query whose answer is drawn piece by piece, so that a slow processor serves a touch in between. */
export function useDeferredAnswer<T>({ data, error, isFetching, refetch }: Answer<T>): Answer<T> {
  const drawn = useDeferredValue(data)
  return { data: data === undefined ? undefined : drawn, error, isFetching, refetch }
}
