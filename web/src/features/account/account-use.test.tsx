import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { sampleAccountDay } from '#shared/entities/samples.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { AccountUse, dayText } from './account-use.tsx'

const still = { mutate: () => {}, isPending: false, isSuccess: false, error: null }

test('shows the days of the account with their browsers', async () => {
  networkAnswers(json({ items: [{ ...sampleAccountDay, standsOut: false }] }))
  renderPage(<AccountUse ending={still} />)
  const day = await screen.findByText('1er janvier 2026')
  expect(day.nextElementSibling).toHaveTextContent(
    'Chrome sur Android, Firefox sur Windows · 87 documents · 3 réseaux',
  )
  expect(screen.queryByText(/beaucoup servi/)).not.toBeInTheDocument()
})

test('says politely that the account was used much', async () => {
  networkAnswers(json({ items: [sampleAccountDay] }))
  renderPage(<AccountUse ending={still} />)
  expect(await screen.findByText(/Votre compte a beaucoup servi certains jours/)).toBeVisible()
})

test('ends every session after a question', async () => {
  networkAnswers(json({ items: [] }))
  const mutate = vi.fn()
  renderPage(<AccountUse ending={{ ...still, mutate }} />)
  expect(await screen.findByText("Votre compte n'a pas servi ces deux dernières semaines.")).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Terminer toutes les sessions' }))
  expect(mutate).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Terminer' }))
  expect(mutate).toHaveBeenCalledOnce()
})

test.each([
  [{ documents: 0, networks: 1, browsers: ['Safari sur iPhone'] }, 'Safari sur iPhone'],
  [{ documents: 1, networks: 0, browsers: [] }, '1 document'],
])('writes %o as %s', (changes, text) => {
  expect(dayText({ ...sampleAccountDay, ...changes })).toBe(text)
})
