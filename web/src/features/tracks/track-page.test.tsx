import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { ChapterProgress } from '#shared/contract/progress.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { aProfile, json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { TrackPage } from './track-page.tsx'

const marked = (theme: string, chapter: number, ...marks: ('done' | 'review')[]): ChapterProgress => ({
  track: 'SM',
  theme,
  chapter,
  marks: marks.map((mark, index) => ({
    id: `d${index}`,
    ...(mark === 'done' ? { mark } : { mark, since: '2026-11-01', seen: null }),
  })),
})
const theme = (name: string) => within(screen.getByRole('heading', { name }).closest('li') as HTMLElement)

// Loaded beforehand: compiling it can take a busy machine longer than a test waits.
beforeAll(async () => {
  await import('./track-progress.tsx')
})
afterEach(() => {
  act(() => authStore.dispatch({ type: 'ended' }))
})

test('shows a student what is marked in each chapter and theme', async () => {
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile() })
  const sent = networkAnswers(
    json({
      items: [
        marked('electricite', 1, 'done', 'done', 'review'),
        marked('electricite', 3, 'review'),
        marked('ondes', 2, 'done'),
        marked('piles', 1),
      ],
    }),
  )
  renderPage(<TrackPage track="SM" />)
  expect(await screen.findByText('2 chapitres commencés sur 5')).toBeVisible()
  expect(theme('Ondes').getByText('1 chapitre commencé sur 3')).toBeVisible()
  expect(
    theme('Ondes').getByRole('link', { name: 'Ondes mécaniques progressives périodiques 1 fait' }),
  ).toBeVisible()
  const electricity = theme('Électricité')
  expect(await electricity.findByRole('link', { name: 'Dipôle RC 2 faits, 1 à revoir' })).toBeVisible()
  expect(electricity.getByRole('link', { name: 'Dipôle RL' })).toBeVisible()
  expect(electricity.getByRole('link', { name: 'Dipôle RLC libre 1 à revoir' })).toBeVisible()
  for (const name of ['Piles', 'Mécanique'])
    expect(theme(name).queryByText(/commencé/)).not.toBeInTheDocument()
  expect(sent.map(({ address }) => address)).toEqual(['/api/progress'])
})
