import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { networkAnswers } from '#web/test/answers.ts'
import { createPageClient, renderPage } from '#web/test/render-page.tsx'
import { HomePage } from './home-page.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date(2027, 5, 1, 10))
})

const listOf = (heading: string) =>
  within(screen.getByRole('region', { name: heading })).getAllByRole('listitem')

test('counts the days to the exams that are still to come', () => {
  renderPage(<HomePage />)
  const exams = () => listOf('Prochains examens').map((item) => item.textContent)
  expect(exams()).toEqual([
    'dans 2 joursExamen national, session normale3 juin 2027',
    'dans 34 joursExamen national, session de rattrapage5 juillet 2027',
  ])
  expect(screen.getByText('3 juin 2027')).toHaveAttribute('datetime', '2027-06-03')

  // The page was left open past the exam and becomes visible again.
  vi.setSystemTime(new Date(2027, 5, 4, 10))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(exams()).toEqual(['dans 31 joursExamen national, session de rattrapage5 juillet 2027'])
})

test.each([
  { at: '2099-07-10T22:00:00Z', says: /^Un seul paiement de 250 DH/ },
  { at: '2099-07-10T23:00:00Z', says: /^La prochaine offre Premium est en préparation/ },
])('says at $at what Premium costs, or that the next offer is being prepared', ({ at, says }) => {
  vi.setSystemTime(new Date(at))
  renderPage(<HomePage />)
  expect(screen.getByText(says)).toBeVisible()
})

const news = {
  path: '/sujets-bac/sm/2023-normale',
  title: 'Bac SM 2023 - Session Normale',
  detail: 'Sujet et corrigé',
  day: '2027-05-31',
}

test('lists the news in the HTML of the page', () => {
  renderPage(<HomePage />, '/', createPageClient({ news: [news], papers: [] }))
  const [item] = listOf('Nouveautés')
  expect(item).toHaveTextContent('Bac SM 2023 - Session NormaleSujet et corrigé31 mai 2027')
  expect(screen.getByRole('link', { name: /^Bac SM 2023/ })).toHaveAttribute('href', news.path)
})

test('reads the news from the HTML of the home page after a link of the site', async () => {
  const content = JSON.stringify({
    answers: [{ route: '/', input: {}, answer: { news: [news], papers: [] } }],
  })
  const sent = networkAnswers(
    new Response(`<!doctype html><script type="application/json" id="content">${content}</script>`),
  )
  renderPage(<HomePage />, '/', createPageClient(null))
  expect(await screen.findByRole('link', { name: /^Bac SM 2023/ })).toBeVisible()
  expect(sent.map(({ address }) => address)).toEqual(['/'])
})
