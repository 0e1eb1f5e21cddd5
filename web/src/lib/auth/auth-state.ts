import type { Profile } from '#shared/contract/session.ts'

/** Why the server cannot be asked at the moment. Nobody is signed out for it (decision D13). */
type Trouble = 'offline' | 'failing'

/** Who is there. `loading`: a stored session is being checked. */
export type AuthState =
  | { status: 'loading'; trouble: Trouble | null }
  | { status: 'signedOut' }
  | { status: 'signedIn'; sessionId: string; profile: Profile; trouble: Trouble | null }
  | { status: 'signingOut'; profile: Profile }

/** What can happen to who is there. */
export type AuthEvent =
  /** A stored session was found and is being checked. */
  | { type: 'checkStarted' }
  /** The session was claimed and its profile read: after a check, a sign-in or a sign-up. */
  | { type: 'opened'; sessionId: string; profile: Profile }
  /** The heartbeat's answer, which is guard and profile refresh as well (decision D15). */
  | { type: 'renewed'; sessionId: string; profile: Profile }
  | { type: 'troubled'; trouble: Trouble }
  | { type: 'signOutStarted' }
  /** No session, a definitive refusal, the end of a sign-out, or a sign-out in another tab. */
  | { type: 'ended' }

/** Before anything is known. */
export const initialAuthState: AuthState = { status: 'loading', trouble: null }

/** The state after an event. Events that come too late, such as a heartbeat's answer after a sign-out, change nothing. */
export function transition(state: AuthState, event: AuthEvent): AuthState {
  switch (event.type) {
    case 'checkStarted':
      return { status: 'loading', trouble: null }
    case 'opened':
      return { status: 'signedIn', sessionId: event.sessionId, profile: event.profile, trouble: null }
    case 'renewed':
      return state.status === 'signedIn' && state.sessionId === event.sessionId
        ? { ...state, profile: event.profile, trouble: null }
        : state
    case 'troubled':
      return state.status === 'loading' || state.status === 'signedIn'
        ? { ...state, trouble: event.trouble }
        : state
    case 'signOutStarted':
      return state.status === 'signedIn' ? { status: 'signingOut', profile: state.profile } : state
    case 'ended':
      return { status: 'signedOut' }
  }
}
