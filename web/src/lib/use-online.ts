import { useSyncExternalStore } from 'react'
import { networkTexts } from './api/failure.ts'
import { useAuth } from './auth/auth-state.ts'

export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Returns the sentence about a missing network that stands above the page, or null. Nothing else repeats it. */
export function useNetworkNotice(): string | null {
  const auth = useAuth()
  if (!useOnline()) return networkTexts.offline
  return 'trouble' in auth && auth.trouble ? networkTexts.unreachable : null
}
