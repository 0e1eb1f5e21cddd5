import type { Profile } from '#shared/entities/user.ts'

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
  /** The session was claimed, which answers its profile: after a check, a sign-in or a sign-up. */
  | { type: 'opened'; sessionId: string; profile: Profile }
  /** The heartbeat's answer, which is guard and profile refresh as well (decision D15). */
  | { type: 'renewed'; sessionId: string; profile: Profile }
  | { type: 'troubled'; trouble: Trouble }
  | { type: 'signOutStarted' }
  /** No session, a definitive refusal, the end of a sign-out, or a sign-out in another tab. */
  | { type: 'ended' }

/** Before anything is known. */
export const initialAuthState: AuthState = { status: 'loading', trouble: null }

type StateOf<Status> = Extract<AuthState, { status: Status }>
type EventOf<Type> = Extract<AuthEvent, { type: Type }>
type Table = {
  [Status in AuthState['status']]: {
    [Type in AuthEvent['type']]: (state: StateOf<Status>, event: EventOf<Type>) => AuthState
  }
}

/** The whole machine: state, event, next state. `unchanged` is what comes too late or means nothing there. */
const table: Table = {
  loading: {
    checkStarted: checking,
    opened: signedIn,
    renewed: unchanged,
    troubled: troubled,
    signOutStarted: unchanged,
    ended: signedOut,
  },
  signedOut: {
    checkStarted: checking,
    opened: signedIn,
    renewed: unchanged,
    troubled: unchanged,
    signOutStarted: unchanged,
    ended: unchanged,
  },
  signedIn: {
    checkStarted: unchanged, // a check is for whoever is not known yet; another account's session ends this one first
    opened: signedIn,
    renewed: renewed, // of this session only
    troubled: troubled,
    signOutStarted: ({ profile }) => ({ status: 'signingOut', profile }),
    ended: signedOut,
  },
  signingOut: {
    checkStarted: unchanged, // the sign-out ends first, whatever another tab does
    opened: unchanged, // an answer from before the sign-out signs nobody in again
    renewed: unchanged,
    troubled: unchanged,
    signOutStarted: unchanged,
    ended: signedOut,
  },
}

/** The state after an event; the same object where nothing changes. */
export function transition(state: AuthState, event: AuthEvent): AuthState {
  // The row belongs to the state and the cell to the event, which the compiler cannot follow through two look-ups.
  const next = table[state.status][event.type] as (state: AuthState, event: AuthEvent) => AuthState
  return next(state, event)
}

function unchanged(state: AuthState): AuthState {
  return state
}

function checking(): AuthState {
  return { status: 'loading', trouble: null }
}

function signedOut(): AuthState {
  return { status: 'signedOut' }
}

function signedIn(_: AuthState, { sessionId, profile }: EventOf<'opened'>): AuthState {
  return { status: 'signedIn', sessionId, profile, trouble: null }
}

function renewed(state: StateOf<'signedIn'>, { sessionId, profile }: EventOf<'renewed'>): AuthState {
  return state.sessionId === sessionId ? { ...state, profile, trouble: null } : state
}

function troubled(state: StateOf<'loading' | 'signedIn'>, { trouble }: EventOf<'troubled'>): AuthState {
  return { ...state, trouble }
}
