import { describe, expect, test } from 'vitest'
import {
  firstSignInStep,
  nextSignInStep,
  type SignInEvent,
  type SignInStep,
  withNewPassword,
} from './sign-in-step.ts'

const email = 'moi@exemple.invalid'
const code = async () => {}
const choose = async () => ({ kind: 'signedIn' }) as const

const steps = {
  signIn: firstSignInStep,
  signUp: { name: 'signUp' },
  code: { name: 'code', email, answer: code },
  newPassword: { name: 'newPassword', email, answer: choose },
  passwordReset: { name: 'passwordReset', email, isRequired: false },
} satisfies Record<SignInStep['name'], SignInStep>

const answered = (outcome: Extract<SignInEvent, { type: 'answered' }>['outcome']): SignInEvent => ({
  type: 'answered',
  email,
  outcome,
})

describe('the answer to a password', () => {
  test.each<[string, SignInEvent, SignInStep]>([
    ['signed in', answered({ kind: 'signedIn' }), steps.signIn],
    ['a code', answered({ kind: 'codeNeeded', answer: code }), steps.code],
    ['a new password', answered({ kind: 'newPasswordNeeded', answer: choose }), steps.newPassword],
    ['a reset', answered({ kind: 'resetNeeded' }), { ...steps.passwordReset, isRequired: true }],
  ])('%s leads on', (_, event, next) => {
    expect(nextSignInStep(steps.signIn, event)).toEqual(next)
  })

  test.each<[string, SignInEvent, SignInStep]>([
    ['signed in', answered({ kind: 'signedIn' }), steps.newPassword],
    ['a code', answered({ kind: 'codeNeeded', answer: code }), steps.code],
    [
      'one that could not be signed in with',
      answered({ kind: 'passwordChosen' }),
      { name: 'signIn', start: withNewPassword(email) },
    ],
  ])('that was newly chosen: %s', (_, event, next) => {
    expect(nextSignInStep(steps.newPassword, event)).toEqual(next)
  })

  test.each(['signUp', 'code', 'passwordReset'] as const)('means nothing in the step %s', (name) => {
    const event = answered({ kind: 'newPasswordNeeded', answer: choose })
    expect(nextSignInStep(steps[name], event)).toBe(steps[name])
  })
})

const start = { values: { email } }
test.each(Object.values(steps))('from $name one can go to the sign-in', (step) => {
  expect(nextSignInStep(step, { type: 'signInChosen', start })).toEqual({ name: 'signIn', start })
})

test.each(Object.values(steps))('only the sign-in leads to the other ways, not $name', (step) => {
  const isSignIn = step.name === 'signIn'
  expect(nextSignInStep(step, { type: 'signUpChosen' })).toEqual(isSignIn ? steps.signUp : step)
  const forgotten = { type: 'passwordForgotten', email } as const
  expect(nextSignInStep(step, forgotten)).toEqual(isSignIn ? steps.passwordReset : step)
})
