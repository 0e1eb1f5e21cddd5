import { describe, expect, test } from 'vitest'
import {
  firstSignInStep,
  nextSignInStep,
  type SignInEvent,
  type SignInStep,
  startWithNewPassword,
} from './sign-in-flow.ts'

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

describe('the outcome of a password', () => {
  test.each<[string, SignInEvent, SignInStep]>([
    ['a sign-in', answered({ kind: 'signedIn' }), steps.signIn],
    ['a needed code', answered({ kind: 'codeNeeded', answer: code }), steps.code],
    ['a needed new password', answered({ kind: 'newPasswordNeeded', answer: choose }), steps.newPassword],
    ['a needed reset', answered({ kind: 'resetNeeded' }), { ...steps.passwordReset, isRequired: true }],
  ])('%s leads from the sign-in to its step', (_, event, next) => {
    expect(nextSignInStep(steps.signIn, event)).toEqual(next)
  })

  test.each<[string, SignInEvent, SignInStep]>([
    ['a sign-in', answered({ kind: 'signedIn' }), steps.newPassword],
    ['a needed code', answered({ kind: 'codeNeeded', answer: code }), steps.code],
    [
      'a failed sign-in',
      answered({ kind: 'passwordChosen' }),
      { name: 'signIn', start: startWithNewPassword(email) },
    ],
  ])('%s leads from the new password to its step', (_, event, next) => {
    expect(nextSignInStep(steps.newPassword, event)).toEqual(next)
  })

  test.each(['signUp', 'code', 'passwordReset'] as const)('is ignored in the step %s', (name) => {
    const event = answered({ kind: 'newPasswordNeeded', answer: choose })
    expect(nextSignInStep(steps[name], event)).toBe(steps[name])
  })
})

test.each(Object.values(steps))(
  'the sign-up and the password reset are reached from the sign-in only: $name',
  (step) => {
    const isSignIn = step.name === 'signIn'
    expect(nextSignInStep(step, { type: 'signUpChosen' })).toEqual(isSignIn ? steps.signUp : step)
    const forgotten = { type: 'passwordForgotten', email } as const
    expect(nextSignInStep(step, forgotten)).toEqual(isSignIn ? steps.passwordReset : step)
  },
)
