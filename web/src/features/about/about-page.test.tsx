import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#web/test/render-page.tsx'
import { AboutPage } from './about-page.tsx'

test('shows the mission, four features, the approach and a link to the contact page', () => {
  renderPage(<AboutPage />)
  expect(screen.getByRole('heading', { level: 1, name: 'À propos' })).toBeVisible()
  for (const name of ['Notre mission', 'Notre approche'])
    expect(screen.getByRole('heading', { level: 2, name })).toBeVisible()
  for (const name of [
    'Sujets nationaux',
    'Corrections détaillées',
    'Vidéos explicatives',
    'Classement clair',
  ])
    expect(screen.getByRole('heading', { level: 3, name })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Nous contacter' })).toHaveAttribute('href', '/contact')
})
