import { describe, expect, test } from 'vitest'
import { problems } from '#shared/contract/problems.ts'
import type { ErrorCode } from '#shared/domain/domain-error.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { IdentityFailure } from '#web/lib/auth/identity-failure.ts'
import {
  codeFault,
  invitedPasswordFault,
  passwordResetFault,
  signInFault,
  signUpFault,
} from './auth-texts.ts'
import { meantAddress } from './mistyped-domain.ts'
import {
  firstSignInStep,
  nextSignInStep,
  type SignInEvent,
  type SignInStep,
  startWithNewPassword,
} from './sign-in-forms.tsx'

function refused(code: ErrorCode, retryAfterSeconds?: number): ApiFailure {
  const { status, title, detail } = problems[code]
  const problem = { type: '', title, detail, status, code, requestId: '' }
  return new ApiFailure('refused', {
    status,
    problem: retryAfterSeconds === undefined ? problem : { ...problem, retryAfterSeconds },
  })
}

const LEAKED = /figure dans une fuite de données connue/
const WRONG = /^Email ou mot de passe incorrect$/
const EXPIRED = /^Le délai de validation est dépassé\./
const CODE = /^Le code est incorrect ou a expiré\.$/
const SHORT = /^Le mot de passe doit contenir au moins 6 caractères\.$/

describe.each([
  ['signing in', signInFault],
  ['signing up', signUpFault],
  ['a password reset', passwordResetFault],
  ['a code', codeFault],
  ['the password of an invited user', invitedPasswordFault],
])('%s', (_, faultOf) => {
  const text = 'Trop de tentatives. Veuillez patienter avant de réessayer.'
  test.each([
    [new IdentityFailure('tooManyAttempts'), { kind: 'tooManyAttempts', text, secondsLeft: null }],
    [refused('TOO_MANY_REQUESTS', 12), { kind: 'tooManyAttempts', text, secondsLeft: 12 }],
    [new ApiFailure('offline'), { kind: 'message', text: expect.stringMatching(/^Vous êtes hors ligne/) }],
    [
      new ApiFailure('unreachable'),
      { kind: 'message', text: expect.stringMatching(/^Vérifiez votre connexion/) },
    ],
  ])('translates %s', (error, fault) => {
    expect(faultOf(error)).toEqual(fault)
  })
})

test.each([
  [signInFault, new IdentityFailure('invalidCredentials'), WRONG],
  [signInFault, new ApiFailure('failing'), /^Erreur de connexion\./],
  // A blocked account reads nothing else than a failure.
  [signInFault, refused('ACCOUNT_BLOCKED'), /^Erreur de connexion\. Veuillez réessayer\.$/],
  [signInFault, new TypeError('no code'), /^Une erreur est survenue lors de la connexion\.$/],
  [signUpFault, new IdentityFailure('accountExists'), /^Un compte existe déjà avec cet email\./],
  [signUpFault, new IdentityFailure('passwordTooShort'), SHORT],
  [signUpFault, new IdentityFailure('passwordLeaked'), LEAKED],
  [signUpFault, new IdentityFailure('proofRefused'), /^La vérification de votre navigateur a expiré/],
  [signUpFault, new IdentityFailure('unknown'), /^Erreur lors de l'inscription\./],
  [passwordResetFault, new IdentityFailure('invalidCode'), CODE],
  [passwordResetFault, new IdentityFailure('invalidCredentials'), CODE],
  [passwordResetFault, new IdentityFailure('codeNotSent'), /^Aucun code ne peut être envoyé/],
  [codeFault, new IdentityFailure('signInExpired'), EXPIRED],
  [codeFault, new IdentityFailure('invalidCredentials'), WRONG],
  [invitedPasswordFault, new IdentityFailure('passwordLeaked'), LEAKED],
])('%o translates %s to: %s', (faultOf, error, text) => {
  expect(faultOf(error).text).toMatch(text)
})

test.each([
  ['SESSION_ALREADY_ACTIVE', 'sessionTaken', /^Une session est déjà active pour cet utilisateur\./],
  ['DEVICE_CHANGES_EXCEEDED', 'deviceChangesExceeded', /^Votre compte a changé d'appareil trop souvent/],
] as const)('reports %s with its remaining seconds', (code, kind, text) => {
  const fault = { kind, text: expect.stringMatching(text), secondsLeft: 37 }
  for (const faultOf of [signInFault, signUpFault]) expect(faultOf(refused(code, 37))).toEqual(fault)
})

describe('a mistyped domain', () => {
  test.each([
    ['nom@gmail.con', 'nom@gmail.com'],
    ['Nom@GMAIL.COMM', 'Nom@gmail.com'],
    ['nom@hotmil.fr', 'nom@hotmail.fr'],
    [' nom@gmail.cm ', 'nom@gmail.com'],
  ])('%s is meant to be %s', (typed, meant) => {
    expect(meantAddress(typed)).toBe(meant)
  })

  test.each(['nom@gmail.com', 'nom@ymail.com', 'nom@lycee.ma', 'nom@gail.co', '@gmail.con', ''])(
    '%s is left as it is',
    (typed) => {
      expect(meantAddress(typed)).toBeNull()
    },
  )
})

describe('the steps of a sign-in', () => {
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
  })
})
