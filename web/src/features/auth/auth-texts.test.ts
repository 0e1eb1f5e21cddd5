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

function refused(code: ErrorCode, retryAfterSeconds?: number): ApiFailure {
  const { status, title, detail } = problems[code]
  const problem = { type: '', title, detail, status, code, requestId: '' }
  return new ApiFailure('refused', {
    status,
    problem: retryAfterSeconds === undefined ? problem : { ...problem, retryAfterSeconds },
  })
}

const TOO_MANY = 'Trop de tentatives. Veuillez patienter avant de réessayer.'
const TOO_SHORT = 'Le mot de passe doit contenir au moins 6 caractères.'
const LEAKED = 'Ce mot de passe figure dans une fuite de données connue. Veuillez en choisir un autre.'
const WRONG = 'Email ou mot de passe incorrect'
const EXPIRED = 'Le délai de validation est dépassé. Revenez à la connexion.'
const SESSION =
  'Une session est déjà active pour cet utilisateur. Veuillez vous déconnecter de votre autre session avant de continuer.'

describe.each([
  ['signing in', signInFault],
  ['signing up', signUpFault],
  ['a password reset', passwordResetFault],
  ['a code', codeFault],
  ['the password of an invited user', invitedPasswordFault],
])('%s', (_, faultOf) => {
  test.each([
    [new IdentityFailure('tooManyAttempts'), { kind: 'tooManyAttempts', text: TOO_MANY, secondsLeft: null }],
    [refused('TOO_MANY_REQUESTS', 12), { kind: 'tooManyAttempts', text: TOO_MANY, secondsLeft: 12 }],
    [
      new ApiFailure('offline'),
      { kind: 'message', text: 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.' },
    ],
    [
      new ApiFailure('unreachable'),
      { kind: 'message', text: 'Vérifiez votre connexion Internet et réessayez.' },
    ],
  ])('translates %s', (error, fault) => {
    expect(faultOf(error)).toEqual(fault)
  })
})

test.each([
  [signInFault, new IdentityFailure('invalidCredentials'), WRONG],
  [signInFault, new IdentityFailure('unknown'), 'Erreur de connexion. Veuillez réessayer.'],
  [signInFault, new ApiFailure('failing'), 'Erreur de connexion. Veuillez réessayer.'],
  [signInFault, refused('ACCOUNT_BLOCKED'), 'Erreur de connexion. Veuillez réessayer.'],
  [signInFault, new TypeError('no code'), 'Une erreur est survenue lors de la connexion.'],
  [
    signUpFault,
    new IdentityFailure('accountExists'),
    'Un compte existe déjà avec cet email. Veuillez vous connecter.',
  ],
  [signUpFault, new IdentityFailure('passwordTooShort'), TOO_SHORT],
  [signUpFault, new IdentityFailure('passwordLeaked'), LEAKED],
  [
    signUpFault,
    new IdentityFailure('proofRefused'),
    "La vérification de votre navigateur a expiré ou n'a pas abouti. Elle est refaite : veuillez réessayer.",
  ],
  [signUpFault, new IdentityFailure('unknown'), "Erreur lors de l'inscription. Veuillez réessayer."],
  [signUpFault, new TypeError('no code'), "Une erreur est survenue lors de l'inscription."],
  [passwordResetFault, new IdentityFailure('invalidCode'), 'Le code est incorrect ou a expiré.'],
  [passwordResetFault, new IdentityFailure('invalidCredentials'), 'Le code est incorrect ou a expiré.'],
  [passwordResetFault, new IdentityFailure('passwordTooShort'), TOO_SHORT],
  [passwordResetFault, new IdentityFailure('passwordLeaked'), LEAKED],
  [codeFault, new IdentityFailure('signInExpired'), EXPIRED],
  [codeFault, new IdentityFailure('invalidCredentials'), WRONG],
  [invitedPasswordFault, new IdentityFailure('passwordLeaked'), LEAKED],
  [invitedPasswordFault, new IdentityFailure('signInExpired'), EXPIRED],
  [invitedPasswordFault, new IdentityFailure('invalidCredentials'), WRONG],
  [passwordResetFault, new IdentityFailure('unknown'), 'Une erreur est survenue. Veuillez réessayer.'],
])('%o translates %s to: %s', (faultOf, error, text) => {
  expect(faultOf(error).text).toBe(text)
})

test.each([[signInFault], [signUpFault]])(
  '%o reports a session held by another device and its remaining seconds',
  (faultOf) => {
    expect(faultOf(refused('SESSION_ALREADY_ACTIVE', 37))).toEqual({
      kind: 'sessionTaken',
      text: SESSION,
      secondsLeft: 37,
    })
    expect(faultOf(refused('DEVICE_CHANGES_EXCEEDED', 3_600))).toEqual({
      kind: 'deviceChangesExceeded',
      text: "Votre compte a changé d'appareil trop souvent aujourd'hui. Réessayez demain ou contactez-nous.",
      secondsLeft: 3_600,
    })
  },
)
