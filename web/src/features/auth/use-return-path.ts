import { useLocation } from 'react-router-dom'
import { returnPath } from '#web/lib/return-path.ts'

/** Where whoever signs in on this page goes afterwards. */
export function useReturnPath(): string {
  const location = useLocation()
  const state: unknown = location.state
  // The router calls a document's first page 'default'.
  const referrer = location.key === 'default' ? document.referrer : null
  return returnPath({ state, referrer, origin: window.location.origin })
}
