import { useSyncExternalStore } from 'react'
import type { Profile } from '#shared/entities/user.ts'
import { type AuthState, initialAuthState } from './auth-state.ts'
import { authStore } from './auth-store.ts'

/** Who is there, kept current. */
export function useAuth(): AuthState {
  return useSyncExternalStore(authStore.subscribe, authStore.get, () => initialAuthState)
}

/** The profile of whoever is signed in, or null. */
export function useProfile(): Profile | null {
  const auth = useAuth()
  return auth.status === 'signedIn' ? auth.profile : null
}

/** What somebody may open: `checking` while a stored session is being checked. */
export type Access = 'checking' | 'visitor' | 'free' | 'premium'

/** The access of whoever is there; owners and admins may open premium documents (decision D8). */
export function useAccess(): Access {
  return accessOf(useAuth())
}

function accessOf(auth: AuthState): Access {
  if (auth.status === 'loading') return 'checking'
  if (auth.status !== 'signedIn') return 'visitor'
  return auth.profile.isPremium || auth.profile.isAdmin ? 'premium' : 'free'
}
