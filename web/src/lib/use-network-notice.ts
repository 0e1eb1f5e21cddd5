import { networkTexts } from './api/failure.ts'
import { useAuth } from './auth/use-auth.ts'
import { useOnline } from './use-online.ts'

/** Returns the sentence about a missing network that stands above the page, or null. Nothing else repeats it. */
export function useNetworkNotice(): string | null {
  const auth = useAuth()
  if (!useOnline()) return networkTexts.offline
  return 'trouble' in auth && auth.trouble ? networkTexts.unreachable : null
}
