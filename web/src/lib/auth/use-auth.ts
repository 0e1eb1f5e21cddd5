import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Profile } from '#shared/entities/user.ts'
import { type AuthState, authStore, initialAuthState } from './auth-state.ts'

/** The auth state, kept current. */
export function useAuth(): AuthState {
  return useSyncExternalStore(authStore.subscribe, authStore.get, () => initialAuthState)
}

/** The profile of the signed-in user, or null. */
export function useProfile(): Profile | null {
  const auth = useAuth()
  return auth.status === 'signedIn' ? auth.profile : null
}

/** What the user may open; `checking` while a stored session is being checked. */
export type Access = 'checking' | 'visitor' | 'free' | 'premium'

/** The user's access; owners and admins may open premium documents. */
export function useAccess(): Access {
  const auth = useAuth()
  if (auth.status === 'loading') return 'checking'
  if (auth.status !== 'signedIn') return 'visitor'
  return auth.profile.isPremium || auth.profile.isAdmin ? 'premium' : 'free'
}

/** Opens the sign-in dialog from any page; provided by the app. */
export const SignInDialogContext = createContext<() => void>(() => {
  throw new Error('The sign-in dialog is not provided')
})

/** How to open the sign-in dialog. */
export function useSignInDialog(): () => void {
  return useContext(SignInDialogContext)
}
