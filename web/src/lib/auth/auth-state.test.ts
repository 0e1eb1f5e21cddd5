import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aProfile } from '#web/test/profiles.ts'
import { type AuthEvent, type AuthState, initialAuthState, transition } from './auth-state.ts'

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

type Outcome = 'the same' | AuthState
const checking: AuthState = { status: 'loading', trouble: null }
const opened: AuthState = { status: 'signedIn', sessionId: 's2', profile: premium, trouble: null }
const remembered: AuthState = { status: 'remembered', profile: premium, trouble: null }
const signedOut: AuthState = { status: 'signedOut' }

const outcomes: Record<keyof typeof states, Record<keyof typeof events, Outcome>> = {
  loading: {
    checkStarted: checking,
    remembered,
    opened,
    renewed: 'the same',
    renewedElsewhere: 'the same',
    troubled: { status: 'loading', trouble: 'offline' },
    signOutStarted: 'the same',
    ended: signedOut,
  },
  remembered: {
    checkStarted: 'the same',
    remembered,
    opened,
    renewed: 'the same',
    renewedElsewhere: 'the same',
    troubled: { ...states.remembered, trouble: 'offline' },
    signOutStarted: { status: 'signingOut', profile },
    ended: signedOut,
  },
  signedOut: {
    checkStarted: checking,
    remembered,
    opened,
    renewed: 'the same',
    renewedElsewhere: 'the same',
    troubled: 'the same',
    signOutStarted: 'the same',
    ended: 'the same',
  },
  signedIn: {
    checkStarted: 'the same',
    remembered: 'the same',
    opened,
    renewed: { ...states.signedIn, profile: premium, trouble: null },
    renewedElsewhere: 'the same',
    troubled: { ...states.signedIn, trouble: 'offline' },
    signOutStarted: { status: 'signingOut', profile },
    ended: signedOut,
  },
  signingOut: {
    checkStarted: 'the same',
    remembered: 'the same',
    opened: 'the same',
    renewed: 'the same',
    renewedElsewhere: 'the same',
    troubled: 'the same',
    signOutStarted: 'the same',
    ended: signedOut,
  },
}

const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T)[]
const cells = keysOf(states).flatMap((state) => keysOf(events).map((event) => [state, event] as const))

test.each(cells)('%s has its outcome for %s', (state, event) => {
  const before = states[state]
  const outcome = outcomes[state][event]
  const after = transition(before, events[event])
  if (outcome === 'the same') expect(after).toBe(before)
  else expect(after).toEqual(outcome)
})

describe('any history of events', () => {
  const sessionId = fc.constantFrom('s1', 's2')
  const profiles = fc.constantFrom(profile, premium)
  const anEvent: fc.Arbitrary<AuthEvent> = fc.oneof(
    fc.record({ type: fc.constantFrom('checkStarted', 'signOutStarted', 'ended') }),
    fc.record({ type: fc.constant('remembered' as const), profile: profiles }),
    fc.record({ type: fc.constantFrom('opened', 'renewed'), sessionId, profile: profiles }),
    fc.record({ type: fc.constant('troubled' as const), trouble: fc.constantFrom('offline', 'failing') }),
  )
  const history = fc.array(anEvent, { maxLength: 40 })
  const after = (past: AuthEvent[]) => past.reduce(transition, initialAuthState)

  test('ends signed in only with the session that was opened last since the last end', () => {
    fc.assert(
      fc.property(history, (past) => {
        const state = after(past)
        if (state.status !== 'signedIn') return
        const sinceEnd = past.slice(past.findLastIndex(({ type }) => type === 'ended') + 1)
        const openings = sinceEnd.filter((event) => event.type === 'opened')
        expect(openings.at(-1)?.sessionId).toBe(state.sessionId)
      }),
    )
  })

  test('ends signed out once a sign-out has started', () => {
    fc.assert(
      fc.property(history, (past) => {
        const rest = past.filter(({ type }) => type !== 'ended')
        const state = rest.reduce(transition, states.signingOut as AuthState)
        expect(state).toBe(states.signingOut)
        expect(transition(state, events.ended)).toEqual(signedOut)
      }),
    )
  })

  test('keeps its status when the network fails', () => {
    fc.assert(
      fc.property(history, (past) => {
        const state = after(past)
        expect(transition(state, events.troubled).status).toBe(state.status)
      }),
    )
  })
})
