import { expect, test } from 'vitest'
import { aProfile } from '#web/test/profiles.ts'
import { type AuthEvent, type AuthState, transition } from './auth-state.ts'

const profile = aProfile()
const premium = aProfile({ isPremium: true })

const loading: AuthState = { status: 'loading', trouble: null }
const signedOut: AuthState = { status: 'signedOut' }
const signedIn: AuthState = { status: 'signedIn', sessionId: 's1', profile, trouble: null }
const signingOut: AuthState = { status: 'signingOut', profile }

const opened: AuthEvent = { type: 'opened', sessionId: 's1', profile }
const renewed: AuthEvent = { type: 'renewed', sessionId: 's1', profile: premium }
const ofAnother: AuthEvent = { type: 'renewed', sessionId: 's2', profile: premium }
const troubled: AuthEvent = { type: 'troubled', trouble: 'offline' }
const signOutStarted: AuthEvent = { type: 'signOutStarted' }
const ended: AuthEvent = { type: 'ended' }
const checkStarted: AuthEvent = { type: 'checkStarted' }

test.each<[string, AuthState, AuthEvent, AuthState]>([
  ['a check that succeeds signs in', loading, opened, signedIn],
  ['a check that is refused signs out', loading, ended, signedOut],
  ['a check without network keeps checking', loading, troubled, { status: 'loading', trouble: 'offline' }],
  ['a sign-in', signedOut, opened, signedIn],
  ['a heartbeat brings the new profile', signedIn, renewed, { ...signedIn, profile: premium }],
  ['a heartbeat of another session is ignored', signedIn, ofAnother, signedIn],
  ['a heartbeat after the sign-out is ignored', signedOut, renewed, signedOut],
  ['a heartbeat while signing out is ignored', signingOut, renewed, signingOut],
  ['a lost network signs nobody out', signedIn, troubled, { ...signedIn, trouble: 'offline' }],
  ['a network that is back', { ...signedIn, trouble: 'offline' }, renewed, { ...signedIn, profile: premium }],
  ['a visitor without network', signedOut, troubled, signedOut],
  ['a sign-out begins', signedIn, signOutStarted, signingOut],
  ['a sign-out of nobody', signedOut, signOutStarted, signedOut],
  ['a sign-out ends', signingOut, ended, signedOut],
  ['a definitive refusal', signedIn, ended, signedOut],
  ['another tab signed in', signedOut, checkStarted, loading],
])('%s', (_, state, event, next) => {
  expect(transition(state, event)).toEqual(next)
})
