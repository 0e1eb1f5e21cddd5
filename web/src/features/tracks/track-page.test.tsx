import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { TrackPage } from './track-page.tsx'

const themeTitles = (part: string) =>
  within(screen.getByRole('region', { name: part }))
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent)

const PHYSICS = ['Ondes', 'Nucléaire', 'Électricité', 'Mécanique']
const CHEMISTRY = [
  'Transformations Lentes',
  'Transformations Limitées',
  'Dosage Acide Base',
  'Piles',
  'Électrolyse',
  'Chimie Organique',
]

test.each<[TrackCode, string[]]>([
  ['SM', CHEMISTRY],
  ['PC', CHEMISTRY],
  ['SVT', CHEMISTRY.filter((title) => title !== 'Électrolyse')],
])('%s shows its themes in two parts', (track, chemistry) => {
  renderPage(<TrackPage track={track} />)
  expect(themeTitles('Partie Physique')).toEqual(PHYSICS)
  expect(themeTitles('Partie Chimie')).toEqual(chemistry)
})

test('a theme shows its count and leads to each of its chapters', () => {
  renderPage(<TrackPage track="SVT" />)
  const theme = screen.getByRole('heading', { name: 'Électricité' }).closest('li') as HTMLElement
  expect(within(theme).getByText('15 ressources')).toBeVisible()
  const links = within(theme).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['1Dipôle RC', '/svt/electricite/1'],
    ['2Dipôle RL', '/svt/electricite/2'],
    ['3Dipôle RLC libre', '/svt/electricite/3'],
  ])
})

test('leads on to the whole papers of the track', () => {
  renderPage(<TrackPage track="PC" />)
  expect(screen.getByRole('link', { name: 'Sujets Science Physique' })).toHaveAttribute(
    'href',
    '/sujets-bac/pc',
  )
})
