import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Profile } from '#shared/entities/user.ts'
import { type AuthState, authStore, initialAuthState } from './auth-state.ts'

/** The auth state, kept current. */
export function useAuth(): AuthState {
  return useSyncExternalStore(authStore.subscribe, authStore.get, () => initialAuthState)
}

/** The profile of the signed-in user, from the last visit while it is being checked; or null. */
export function useProfile(): Profile | null {
  const auth = useAuth()
  return auth.status === 'signedIn' || auth.status === 'remembered' ? auth.profile : null
}

/** What the user may open; `checking` while a stored session is being checked whose profile is not known. */
export type Access = 'checking' | 'visitor' | 'free' | 'premium'

/** The user's access as far as pages show it; owners and admins may open premium documents. The server decides. */
export function useAccess(): Access {
  const { status } = useAuth()
  const profile = useProfile()
  if (profile) return profile.isPremium || profile.isAdmin ? 'premium' : 'free'
  return status === 'loading' ? 'checking' : 'visitor'
}

/** Whether the account is unknown: in prerendered HTML, and while the server checks a session whose profile was not remembered. */
export function useAccountPending(): boolean {
  const auth = useAuth()
  return auth.status === 'loading' && auth.trouble === null
}

/** Opens the sign-in dialog from any page; provided by the app. */
export const SignInDialogContext = createContext<() => void>(() => {
  throw new Error('The sign-in dialog is not provided')
})

/** How to open the sign-in dialog. */
export function useSignInDialog(): () => void {
  return useContext(SignInDialogContext)
}
