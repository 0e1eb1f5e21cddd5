import type { ReactNode } from 'react'
import { networkTexts, troubleHint } from '#web/lib/api/failure.ts'
import { useOnline } from '#web/lib/use-online.ts'
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
  /** What stands there while nothing is known yet; a spinner unless said otherwise. */
  waiting?: ReactNode
  children: (data: T) => ReactNode
}

/** Shows the wait, then the data, or the error with a way to try again. Data once there stays there. */
export function Loadable<T>({ of, error, waiting = <Spinner />, children }: LoadableProps<T>) {
  if (of.data !== undefined)
    return (
      <>
        <StaleNote error={of.error} />
        {children(of.data)}
      </>
    )
  if (of.isFetching || !of.error) return waiting
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

/** Says why what is shown may be old: the device is offline, or asking again brought nothing. */
function StaleNote({ error }: { error: Error | null }) {
  const isOnline = useOnline()
  const reason = isOnline ? troubleHint(error) : networkTexts.offline
  if (!reason) return null
  return (
    <Alert kind="info">
      <p>{reason}</p>
      <p>Les informations affichées sont les dernières reçues.</p>
    </Alert>
  )
}
