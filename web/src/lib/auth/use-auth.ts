import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Profile } from '#shared/entities/user.ts'
import { createSharedValue } from '../shared-value.ts'
import { type AuthState, authStore, initialAuthState } from './auth-state.ts'

export function useAuth(): AuthState {
  return useAuthPart((auth) => auth)
}

/** Returns {@link profileIn} of the current state. */
export function useProfile(): Profile | null {
  return useAuthPart(profileIn)
}

/** The user's rights on documents; `checking` while a stored session is being checked whose profile is not known. */
export type Access = 'checking' | 'visitor' | 'free' | 'premium'

/** Returns the access by which pages are shown; owners and admins may open premium documents. The server decides. */
export function useAccess(): Access {
  return useAuthPart(accessIn)
}

/**
 * True while the account is unknown: in prerendered HTML, and while the server checks a session whose profile was not
 * remembered.
 */
export function useAccountPending(): boolean {
  return useAuthPart((auth) => auth.status === 'loading' && auth.trouble === null)
}

/** Reads a part of the auth state. A change of the rest renders nothing, which counts while a page is hydrated. */
function useAuthPart<Part>(read: (auth: AuthState) => Part): Part {
  return useSyncExternalStore(
    authStore.subscribe,
    () => read(authStore.get()),
    () => read(initialAuthState),
  )
}

/** Returns the profile of the signed-in user, from the last visit while it is being checked; or null. */
export function profileIn(auth: AuthState): Profile | null {
  return auth.status === 'signedIn' || auth.status === 'remembered' ? auth.profile : null
}

export function accessIn(auth: AuthState): Access {
  const profile = profileIn(auth)
  if (profile) return profile.isPremium || profile.isAdmin ? 'premium' : 'free'
  return auth.status === 'loading' ? 'checking' : 'visitor'
}

/** True from the sign-up until the student has named their track, for which the menu asks; a reload ends it. */
export const trackQuestion = createSharedValue(false)

/** Opens the sign-in dialog from any page; the app provides it. */
export const SignInDialogContext = createContext<() => void>(() => {
  throw new Error('The sign-in dialog is not provided')
})

export function useSignInDialog(): () => void {
  return useContext(SignInDialogContext)
}
