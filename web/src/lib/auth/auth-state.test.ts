import { expect, test } from 'vitest'
import { aProfile } from '#web/test/answers.ts'
import { type AuthEvent, type AuthState, transition } from './auth-state.ts'

const profile = aProfile()
const premium = aProfile({ isPremium: true })

const states = {
  loading: { status: 'loading', trouble: 'failing' },
  remembered: { status: 'remembered', profile, trouble: 'failing' },
  signedOut: { status: 'signedOut' },
  signedIn: { status: 'signedIn', sessionId: 's1', profile, trouble: 'failing' },
  signingOut: { status: 'signingOut', profile },
} satisfies Record<string, AuthState>

const events = {
  checkStarted: { type: 'checkStarted' },
  remembered: { type: 'remembered', profile: premium },
  opened: { type: 'opened', sessionId: 's2', profile: premium },
  renewed: { type: 'renewed', sessionId: 's1', profile: premium },
  renewedElsewhere: { type: 'renewed', sessionId: 's2', profile: premium },
  troubled: { type: 'troubled', trouble: 'offline' },
  signOutStarted: { type: 'signOutStarted' },
  ended: { type: 'ended' },
} satisfies Record<string, AuthEvent>

const checking: AuthState = { status: 'loading', trouble: null }
const opened: AuthState = { status: 'signedIn', sessionId: 's2', profile: premium, trouble: null }
const remembered: AuthState = { status: 'remembered', profile: premium, trouble: null }
const signedOut: AuthState = { status: 'signedOut' }
const signingOut: AuthState = { status: 'signingOut', profile }

/** The state after each event; an event that is not named leaves the state as it is. */
const changes: Record<keyof typeof states, Partial<Record<keyof typeof events, AuthState>>> = {
  loading: {
    checkStarted: checking,
    remembered,
    opened,
    troubled: { status: 'loading', trouble: 'offline' },
    ended: signedOut,
  },
  remembered: {
    remembered,
    opened,
    troubled: { ...states.remembered, trouble: 'offline' },
    signOutStarted: signingOut,
    ended: signedOut,
  },
  signedOut: { checkStarted: checking, remembered, opened },
  signedIn: {
    opened,
    renewed: { ...states.signedIn, profile: premium, trouble: null },
    troubled: { ...states.signedIn, trouble: 'offline' },
    signOutStarted: signingOut,
    ended: signedOut,
  },
  signingOut: { ended: signedOut },
}

const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T)[]
const cells = keysOf(states).flatMap((state) => keysOf(events).map((event) => [state, event] as const))

test.each(cells)('%s has its outcome for %s', (state, event) => {
  const before = states[state]
  const change = changes[state][event]
  const after = transition(before, events[event])
  if (change) expect(after).toEqual(change)
  else expect(after).toBe(before)
})
