import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Profile } from '#shared/entities/user.ts'
import { accountChanges } from '#web/lib/auth/account-changes.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { IdentityFailure } from '#web/lib/auth/identity-failure.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { AccountPage } from './account-page.tsx'
import { secondFactorView } from './second-factor.tsx'

vi.mock('#web/lib/auth/account-changes.ts', () => ({
  accountChanges: {
    beginSecondFactor: vi.fn(),
    switchOnSecondFactor: vi.fn(),
    switchOffSecondFactor: vi.fn(),
  },
}))

const { beginSecondFactor, switchOnSecondFactor, switchOffSecondFactor } = accountChanges

const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const address = `otpauth://totp/Site:moi@bac.ma?secret=${secret}&issuer=Site`
const ON = 'La validation en deux étapes est activée. Reconnectez-vous avec votre mot de passe et un code'

const code = () => screen.getByLabelText('Code de validation')
const title = () => screen.findByRole('heading', { name: 'Validation en deux étapes' })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

async function visitAs(differences: Partial<Profile>) {
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile(differences) })
  renderPage(<AccountPage Payment={() => null} />, '/compte')
  if (differences.isAdmin) await title()
}

const end = () => act(() => authStore.dispatch({ type: 'ended' }))
const renew = (differences: Partial<Profile>) =>
  act(() => authStore.dispatch({ type: 'renewed', sessionId: 's', profile: aProfile(differences) }))

beforeEach(() => {
  // The answer for the days of the account.
  networkAnswers(json({ items: [] }))
  authStore.dispatch({ type: 'ended' })
  vi.mocked(beginSecondFactor).mockReset().mockResolvedValue({ kind: 'key', secret, address })
  vi.mocked(switchOnSecondFactor)
    .mockReset()
    .mockImplementation(async () => end())
  vi.mocked(switchOffSecondFactor)
    .mockReset()
    .mockImplementation(async () => renew({ isAdmin: true }))
})

test.each([{}, { isPremium: true }])('students see no second factor: %j', async (profile) => {
  await visitAs(profile)
  expect(screen.getByRole('heading', { name: 'Changer le mot de passe' })).toBeVisible()
  expect(screen.queryByText('Validation en deux étapes')).not.toBeInTheDocument()
})

describe('setting the second factor up', () => {
  test('ends signed out, with a link to the sign-in', async () => {
    await visitAs({ isAdmin: true, isOwner: true })
    await press('Activer')
    expect(code()).toHaveAttribute('inputmode', 'numeric')
    expect(code()).toHaveAttribute('autocomplete', 'one-time-code')
    await userEvent.type(code(), ' 123 456 ')
    await press('Activer')
    expect(vi.mocked(switchOnSecondFactor).mock.calls[0]?.[0]).toBe('123456')
    expect(await screen.findByRole('status')).toHaveTextContent(ON)
    expect(screen.getByRole('link', { name: 'Se connecter' })).toBeVisible()
  })

  test('requires six digits, and keeps the key after a refusal', async () => {
    vi.mocked(switchOnSecondFactor).mockRejectedValue(new IdentityFailure('invalidCode'))
    await visitAs({ isAdmin: true })
    await press('Activer')
    await userEvent.type(code(), '12345')
    await press('Activer')
    expect(code()).toHaveAccessibleDescription(/Saisissez les 6 chiffres du code/)
    expect(code()).toHaveFocus()
    expect(switchOnSecondFactor).not.toHaveBeenCalled()
    await userEvent.type(code(), '6')
    await press('Activer')
    expect(await screen.findByRole('alert')).toHaveTextContent('Le code est incorrect ou a expiré.')
    expect(screen.getByText(/^ABCD EFGH/)).toBeVisible()
  })
})

describe('switching the second factor off', () => {
  test('requires a code, confirms it and offers to switch on again', async () => {
    await visitAs({ isAdmin: true, hasSecondFactor: true })
    expect(screen.getByText('Activée')).toBeVisible()
    await press('Désactiver')
    expect(await title()).toHaveFocus()
    await userEvent.type(code(), '123456')
    await press('Désactiver')
    expect(vi.mocked(switchOffSecondFactor).mock.calls[0]?.[0]).toBe('123456')
    expect(await screen.findByRole('status')).toHaveTextContent(
      'La validation en deux étapes est désactivée.',
    )
    const card = (await title()).parentElement as HTMLElement
    expect(within(card).getByRole('button', { name: 'Activer' })).toBeVisible()
  })
})

const app = { secret: 'ABCD', address: 'otpauth://totp/x?secret=ABCD' }
const setUp = { kind: 'key', ...app } as const
const on = { kind: 'on' } as const

test.each([
  { hasSecondFactor: false, start: undefined, isSwitchingOff: false, view: { name: 'off' } },
  { hasSecondFactor: false, start: undefined, isSwitchingOff: true, view: { name: 'off' } },
  { hasSecondFactor: false, start: on, isSwitchingOff: false, view: { name: 'off' } },
  { hasSecondFactor: false, start: setUp, isSwitchingOff: false, view: { name: 'setUp', ...app } },
  { hasSecondFactor: false, start: setUp, isSwitchingOff: true, view: { name: 'setUp', ...app } },
  { hasSecondFactor: true, start: undefined, isSwitchingOff: false, view: { name: 'on' } },
  { hasSecondFactor: true, start: setUp, isSwitchingOff: false, view: { name: 'on' } },
  { hasSecondFactor: true, start: undefined, isSwitchingOff: true, view: { name: 'switchingOff' } },
])(
  'shows $view.name with the setting $hasSecondFactor, the start $start.kind and switching off $isSwitchingOff',
  ({ view, ...known }) => {
    expect(secondFactorView(known)).toEqual(view)
  },
)
