import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { seededAnswers } from '#web/lib/api/page-content.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { aProfile, networkAnswers, noNetwork } from '#web/test/answers.ts'
import { createPageClient, renderPage } from '#web/test/render-page.tsx'
import { frequentQuestions, NEXT_OFFER } from './faq.ts'
import { premiumRequest, prolongsPremium, whatsappLink } from './offer-card.tsx'
import { PremiumPage } from './premium-page.tsx'

beforeEach(() => {
  vi.useRealTimers()
  authStore.dispatch({ type: 'ended' })
})

test('a Premium student is not asked to buy', () => {
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile({ isPremium: true }) })
  renderPage(<PremiumPage />)
  expect(screen.getByText("Votre compte a déjà l'accès Premium.")).toBeVisible()
  expect(screen.queryByText(/Un seul paiement|Moyens de paiement|À essayer d'abord/)).not.toBeInTheDocument()
})

test.each([
  {
    answer: { paper: { path: '/sujets-bac/sm/2023-normale', title: 'Bac SM 2023' }, video: 'Le dipôle RC' },
    shown: 2,
  },
  { answer: { paper: null, video: null }, shown: 0 },
  { answer: null, shown: 0 },
])('names what is free, to be tried first: $answer', ({ answer, shown }) => {
  networkAnswers(noNetwork)
  const client = createPageClient()
  if (answer) seededAnswers.set([{ route: '/premium', input: {}, answer }])
  renderPage(<PremiumPage />, '/premium', client)
  expect(screen.queryAllByRole('link', { name: /^(Bac SM 2023|Le dipôle RC)$/ })).toHaveLength(shown)
})

describe('after the last day of the offer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2099-07-10T23:00:00Z'), toFake: ['Date'] })
  })

  test('says that the next one is being prepared, and asks for no payment', () => {
    renderPage(<PremiumPage />)
    expect(screen.getByText('La prochaine offre est en préparation')).toBeVisible()
    expect(
      screen.getByText("L'offre à 250 DH, valable jusqu'au 10 juillet 2099, est terminée."),
    ).toBeVisible()
    expect(screen.queryByText('Moyens de paiement')).not.toBeInTheDocument()
    expect(screen.queryByText(/Un seul paiement/)).not.toBeInTheDocument()
  })

  test('answers the question of the validity accordingly', () => {
    const texts = frequentQuestions(__FIRST_SETTINGS__, true).map(({ answer }) => answer)
    expect(texts).toContain(NEXT_OFFER)
    expect(texts.join(' ')).not.toMatch(/250 DH|2099/)
  })
})

test('the message names the account that is to become Premium', () => {
  const link = new URL(whatsappLink('212600000000', premiumRequest(250, 'eleve+1@exemple.invalid')))
  expect(link.origin + link.pathname).toBe('https://wa.me/212600000000')
  expect(link.searchParams.get('text')).toBe(
    'Bonjour, je souhaite passer en Premium (250 DH).\nEmail de mon compte : eleve+1@exemple.invalid',
  )
})

test('the message asks to be told of the next offer while there is none', () => {
  expect(premiumRequest(null, 'eleve@exemple.invalid')).toBe(
    'Bonjour, je souhaite savoir quand la prochaine offre Premium sera ouverte.\nEmail de mon compte : eleve@exemple.invalid',
  )
})

test.each([
  { isPremium: true, premiumLastDay: '2027-07-10', premiumValidUntil: '2028-07-10', prolongs: true },
  { isPremium: true, premiumLastDay: '2027-07-10', premiumValidUntil: null, prolongs: true },
  { isPremium: true, premiumLastDay: '2027-07-10', premiumValidUntil: '2027-07-10', prolongs: false },
  { isPremium: true, premiumLastDay: null, premiumValidUntil: '2028-07-10', prolongs: false },
  { isPremium: false, premiumLastDay: '2027-07-10', premiumValidUntil: '2028-07-10', prolongs: false },
])(
  'an offer until $premiumValidUntil prolongs Premium ($isPremium) until $premiumLastDay: $prolongs',
  ({ prolongs, premiumValidUntil, ...account }) => {
    expect(prolongsPremium(account, { premiumValidUntil })).toBe(prolongs)
  },
)
