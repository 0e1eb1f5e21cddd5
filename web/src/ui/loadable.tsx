import type { ReactNode } from 'react'
import { troubleHint } from '#web/lib/api/failure.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'

/** What a query knows: TanStack's result fits as it is. */
type Source<T> = {
  data: T | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

type LoadableProps<T> = {
  of: Source<T>
  /** What failed, in the words of the page; or what to say about each failure. */
  error: string | ((error: Error) => string)
  children: (data: T) => ReactNode
}

/** Shows the spinner, then the data, or the error with a way to try again. Data once there stays there. */
export function Loadable<T>({ of, error, children }: LoadableProps<T>) {
  if (of.data !== undefined) return children(of.data)
  if (of.isFetching || !of.error) return <Spinner />
  const hint = typeof error === 'string' ? troubleHint(of.error) : null
  return (
    <Alert kind="error">
      <p>{typeof error === 'string' ? error : error(of.error)}</p>
      {hint && <p>{hint}</p>}
      <Button variant="secondary" onClick={() => void of.refetch()}>
        Réessayer
      </Button>
    </Alert>
  )
}
