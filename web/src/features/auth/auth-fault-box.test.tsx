import { act, render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ErrorCode } from '#shared/domain/domain-error.ts'
import { problems } from '#shared/domain/problems.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { IdentityFailure } from '#web/lib/auth/identity-failure.ts'
import type { SignInOutcome } from '#web/lib/auth/sign-in.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { AuthFaultBox } from './auth-fault-box.tsx'
import {
  codeFault,
  invitedPasswordFault,
  passwordResetFault,
  signInFault,
  signUpFault,
} from './auth-texts.ts'
import { meantAddress } from './mistyped-domain.ts'
import { firstSignInStep, nextSignInStep, type SignInStep, startWithNewPassword } from './sign-in-forms.tsx'

beforeEach(() => vi.useFakeTimers())

const passes = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1000))
const box = () => screen.getByRole('alert')

describe('a session held by another device', () => {
  const onWaited = vi.fn()
  const shows = (secondsLeft: number | null, rest: { onWaited?: () => void } = {}) =>
    renderPage(
      <AuthFaultBox
        fault={{ kind: 'sessionTaken', text: 'Une session est déjà active.', secondsLeft }}
        {...rest}
      />,
    )
  beforeEach(() => onWaited.mockClear())

  test('counts the time that the device slept', () => {
    shows(60, { onWaited })
    vi.setSystemTime(Date.now() + 45_000)
    passes(1)
    expect(box()).toHaveTextContent('la connexion se fera automatiquement dans 14 s.')
    expect(onWaited).not.toHaveBeenCalled()
    vi.setSystemTime(Date.now() + 600_000)
    passes(1)
    expect(box()).toHaveTextContent('Vous pouvez réessayer maintenant.')
    expect(onWaited).toHaveBeenCalledOnce()
  })

  test.each([
    { where: 'the page is hidden', change: () => vi.spyOn(document, 'hidden', 'get').mockReturnValue(true) },
    {
      where: 'the device is offline',
      change: () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false),
    },
  ])('waits to sign in while $where', ({ change }) => {
    const isAway = change()
    shows(60, { onWaited })
    passes(90)
    expect(box()).toHaveTextContent('Vous pouvez réessayer maintenant.')
    expect(onWaited).not.toHaveBeenCalled()
    isAway.mockRestore()
    passes(1)
    expect(onWaited).toHaveBeenCalledOnce()
  })
})

test('too many attempts show the time to wait when it is known', () => {
  render(<AuthFaultBox fault={{ kind: 'tooManyAttempts', text: 'Trop de tentatives.', secondsLeft: 2 }} />)
  expect(box()).toHaveTextContent('Trop de tentatives.Vous pourrez réessayer dans 2 s.')
  passes(2)
  expect(box()).toHaveTextContent('Vous pouvez réessayer maintenant.')
})

test('a code that cannot be sent is told with the way to reach the teacher', () => {
  renderPage(<AuthFaultBox fault={{ kind: 'codeNotSent', text: 'Aucun code ne peut être envoyé.' }} />)
  const { email, phone } = __FIRST_SETTINGS__.contact
  expect(box()).toHaveTextContent(
    `Aucun code ne peut être envoyé.Écrivez-nous à ${email} ou appelez le ${phone}.`,
  )
  expect(within(box()).getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`)
})

test.each([
  { secondsLeft: 18_661, wait: ', dans 5\u00a0h\u00a012\u00a0min.' },
  { secondsLeft: 3_600, wait: ', dans 1\u00a0h\u00a00\u00a0min.' },
  { secondsLeft: 59, wait: ', dans 1\u00a0min.' },
  { secondsLeft: null, wait: '.' },
])(
  'who changed browsers too often reads when to continue ($secondsLeft s left) and how to reach the owner',
  ({ secondsLeft, wait }) => {
    const text = "Votre compte a changé d'appareil."
    renderPage(<AuthFaultBox fault={{ kind: 'deviceChangesExceeded', text, secondsLeft }} />)
    const tips = within(box()).getAllByRole('listitem')
    expect(tips[1]?.textContent).toBe(
      `Un autre appareil pourra se connecter après minuit, heure du Maroc${wait}`,
    )
    expect(tips[2]).toHaveTextContent(__FIRST_SETTINGS__.contact.phone)
  },
)

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

  test.each<[keyof typeof steps, SignInOutcome, SignInStep]>([
    ['signIn', { kind: 'signedIn' }, steps.signIn],
    ['signIn', { kind: 'codeNeeded', answer: code }, steps.code],
    ['signIn', { kind: 'newPasswordNeeded', answer: choose }, steps.newPassword],
    ['signIn', { kind: 'resetNeeded' }, { ...steps.passwordReset, isRequired: true }],
    ['newPassword', { kind: 'signedIn' }, steps.newPassword],
    ['newPassword', { kind: 'codeNeeded', answer: code }, steps.code],
    ['newPassword', { kind: 'passwordChosen' }, { name: 'signIn', start: startWithNewPassword(email) }],
  ])('from %s, %o leads to %o', (name, outcome, next) => {
    expect(nextSignInStep(steps[name], { type: 'answered', email, outcome })).toEqual(next)
  })
})
