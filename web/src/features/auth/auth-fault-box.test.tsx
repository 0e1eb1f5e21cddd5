import { act, render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renderPage } from '#web/test/render-page.tsx'
import { AuthFaultBox } from './auth-fault-box.tsx'

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

describe('too many attempts', () => {
  const shows = (secondsLeft: number | null) =>
    render(<AuthFaultBox fault={{ kind: 'tooManyAttempts', text: 'Trop de tentatives.', secondsLeft }} />)

  test('show the time to wait when it is known', () => {
    shows(2)
    expect(box()).toHaveTextContent('Trop de tentatives.Vous pourrez réessayer dans 2 s.')
    passes(2)
    expect(box()).toHaveTextContent('Vous pouvez réessayer maintenant.')
  })
})

test('a code that cannot be sent is told with the way to reach the teacher', () => {
  renderPage(<AuthFaultBox fault={{ kind: 'codeNotSent', text: 'Aucun code ne peut être envoyé.' }} />)
  const { email, phone } = __FIRST_SETTINGS__.contact
  expect(box()).toHaveTextContent(
    `Aucun code ne peut être envoyé.Écrivez-nous à ${email} ou appelez le ${phone}.`,
  )
  expect(within(box()).getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`)
})

describe('an account that changed its browser too often', () => {
  const shows = (secondsLeft: number | null) =>
    renderPage(
      <AuthFaultBox
        fault={{ kind: 'deviceChangesExceeded', text: "Votre compte a changé d'appareil.", secondsLeft }}
      />,
    )

  test.each([
    { secondsLeft: 18_661, wait: ', dans 5 h 12 min.' },
    { secondsLeft: 3_600, wait: ', dans 1 h 0 min.' },
    { secondsLeft: 59, wait: ', dans 1 min.' },
    { secondsLeft: null, wait: '.' },
  ])(
    'reads when it can continue ($secondsLeft s left) and how to reach the owner',
    ({ secondsLeft, wait }) => {
      shows(secondsLeft)
      const tips = within(box()).getAllByRole('listitem')
      expect(tips[1]?.textContent).toBe(
        `Un autre appareil pourra se connecter après minuit, heure du Maroc${wait}`,
      )
      expect(within(box()).getByRole('link', { name: __FIRST_SETTINGS__.contact.email })).toHaveAttribute(
        'href',
        `mailto:${__FIRST_SETTINGS__.contact.email}`,
      )
      expect(tips[2]).toHaveTextContent(__FIRST_SETTINGS__.contact.phone)
    },
  )
})
