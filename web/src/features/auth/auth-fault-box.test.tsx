import { act, render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renderPage } from '#web/test/render-page.tsx'
import { AuthFaultBox } from './auth-fault-box.tsx'

beforeEach(() => vi.useFakeTimers())

const passes = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1000))
const box = () => screen.getByRole('alert')

describe('a session held by another device', () => {
  const shows = (secondsLeft: number | null) =>
    render(
      <AuthFaultBox fault={{ kind: 'sessionTaken', text: 'Une session est déjà active.', secondsLeft }} />,
    )

  test('is shown with three tips', () => {
    shows(null)
    expect(box()).toHaveTextContent('Une session est déjà active.')
    expect(
      within(box())
        .getAllByRole('listitem')
        .map((tip) => tip.textContent),
    ).toEqual([
      "Déconnectez-vous de la session active sur l'autre appareil.",
      "Utilisez toujours le bouton 'Se déconnecter' avant de fermer le site.",
      'Si le problème persiste, contactez un administrateur.',
    ])
    expect(box()).not.toHaveTextContent('réessayer')
  })

  test('counts down until the user can try again', () => {
    shows(60)
    expect(box()).toHaveTextContent('vous pourrez réessayer dans 60 s.')
    passes(1)
    expect(box()).toHaveTextContent('vous pourrez réessayer dans 59 s.')
    passes(58)
    expect(box()).toHaveTextContent('vous pourrez réessayer dans 1 s.')
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
    passes(1)
    expect(screen.getByRole('status')).toHaveTextContent('Vous pouvez réessayer maintenant.')
    expect(box()).not.toHaveTextContent('dans')
  })

  test('counts the time that the device slept', () => {
    shows(60)
    vi.setSystemTime(Date.now() + 45_000)
    passes(1)
    expect(box()).toHaveTextContent('dans 14 s.')
    vi.setSystemTime(Date.now() + 600_000)
    passes(1)
    expect(box()).toHaveTextContent('Vous pouvez réessayer maintenant.')
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

  test('show no countdown when the time is unknown', () => {
    shows(null)
    expect(box()).toHaveTextContent(/^Trop de tentatives\.$/)
  })
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
      expect(tips[0]).toHaveTextContent("L'appareil utilisé en dernier peut se reconnecter tout de suite.")
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
