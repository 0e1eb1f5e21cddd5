import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Profile } from '#shared/entities/user.ts'
import { createSharedValue } from '#web/lib/shared-value.ts'

/** The reason why the server cannot be asked at the moment; it signs no user out. */
type Trouble = 'offline' | 'failing'

/** `remembered`: the profile of the last visit decides what is shown until the server has answered. */
export type AuthState =
  | { status: 'loading'; trouble: Trouble | null }
  | { status: 'remembered'; profile: Profile; trouble: Trouble | null }
  | { status: 'signedOut' }
  | { status: 'signedIn'; sessionId: string; profile: Profile; trouble: Trouble | null }
  | { status: 'signingOut'; profile: Profile }

export type AuthEvent =
  | { type: 'checkStarted' }
  /** The same, with the profile that the browser has from the last visit. */
  | { type: 'remembered'; profile: Profile }
  /** The session was claimed, which also returns the profile: after a check, a sign-in or a sign-up. */
  | { type: 'opened'; sessionId: string; profile: Profile }
  /** The answer to a heartbeat, which brings the current profile. */
  | { type: 'renewed'; sessionId: string; profile: Profile }
  | { type: 'troubled'; trouble: Trouble }
  | { type: 'signOutStarted' }
  /** No session, a definitive refusal, the end of a sign-out, or a sign-out in another tab. */
  | { type: 'ended' }

const initialAuthState: AuthState = { status: 'loading', trouble: null }

type StateWith<Status> = Extract<AuthState, { status: Status }>
type EventWith<Type> = Extract<AuthEvent, { type: Type }>
type Transition<State, Event> = (state: State, event: Event) => AuthState
type Transitions = {
  [Status in AuthState['status']]: {
    [Type in AuthEvent['type']]?: Transition<StateWith<Status>, EventWith<Type>>
  }
}

/** The events that change each state; any other is late or has no meaning in it. */
const transitions: Transitions = {
  loading: { checkStarted: checking, remembered, opened: signedIn, troubled, ended: signedOut },
  remembered: { remembered, opened: signedIn, troubled, signOutStarted: signingOut, ended: signedOut },
  signedOut: { checkStarted: checking, remembered, opened: signedIn },
  // The session of another account ends this one first.
  signedIn: { opened: signedIn, renewed, troubled, signOutStarted: signingOut, ended: signedOut },
  // A sign-out completes, also when another tab signs in, or a claim that was sent before it is answered.
  signingOut: { ended: signedOut },
}

/** Returns the state after an event; the same object where nothing changes. */
export function transition(state: AuthState, event: AuthEvent): AuthState {
  // The compiler cannot relate the table's row to the state and its cell to the event.
  const next = transitions[state.status][event.type] as Transition<AuthState, AuthEvent> | undefined
  return next?.(state, event) ?? state
}

function checking(): AuthState {
  return initialAuthState
}

function remembered(_: AuthState, { profile }: EventWith<'remembered'>): AuthState {
  return { status: 'remembered', profile, trouble: null }
}

function signingOut({ profile }: StateWith<'remembered' | 'signedIn'>): AuthState {
  return { status: 'signingOut', profile }
}

function signedOut(): AuthState {
  return { status: 'signedOut' }
}

function signedIn(_: AuthState, { sessionId, profile }: EventWith<'opened'>): AuthState {
  return { status: 'signedIn', sessionId, profile, trouble: null }
}

/** A late answer of another session changes nothing. */
function renewed(state: StateWith<'signedIn'>, { sessionId, profile }: EventWith<'renewed'>): AuthState {
  return state.sessionId === sessionId ? { ...state, profile, trouble: null } : state
}

function troubled(
  state: StateWith<'loading' | 'remembered' | 'signedIn'>,
  { trouble }: EventWith<'troubled'>,
): AuthState {
  return { ...state, trouble }
}

export type AuthStore = ReturnType<typeof createAuthStore>

export function createAuthStore() {
  const { get, set, subscribe } = createSharedValue<AuthState>(initialAuthState)
  const dispatch = (event: AuthEvent) => {
    const next = transition(get(), event)
    if (next !== get()) set(next)
  }
  return { get, dispatch, subscribe }
}

export const authStore = createAuthStore()

export function useAuth(): AuthState {
  return useAuthPart((auth) => auth)
}

export function useProfile(): Profile | null {
  return useAuthPart(profileIn)
}

/** The user's rights on documents; `checking` while a stored session is being checked whose profile is not known. */
export type Access = 'checking' | 'visitor' | 'free' | 'premium'

/** Returns the access by which pages are shown; owners and admins may open premium documents. The server decides. */
export function useAccess(): Access {
  return useAuthPart(accessIn)
}

/** True in prerendered HTML, and while the server checks a session whose profile was not remembered. */
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
