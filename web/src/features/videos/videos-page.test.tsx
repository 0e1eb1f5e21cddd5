import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { VideoItem } from '#shared/entities/resource.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { VideosPage } from './videos-page.tsx'

vi.mock('#web/lib/network.ts', async (original) => ({ ...(await original<object>()), reloadPage: vi.fn() }))

beforeEach(() => authStore.dispatch({ type: 'ended' }))

const video = (id: string, thumbnail: string | null = null): VideoItem =>
  createSample(VideoItem, { id, title: `Piles : cours ${id}`, thumbnail })

test('shows the videos and the Premium offer, and tells the host of a picture nothing', async () => {
  networkAnswers(json({ items: [video('a'), video('b', 'https://image.exemple.invalid/b.jpg')] }))
  const { openDocument, container } = renderPage(<VideosPage />)
  expect(await screen.findByText('2 vidéos gratuites disponibles')).toBeVisible()
  expect(container.querySelector('img')).toHaveAttribute('referrerpolicy', 'no-referrer')
  expect(screen.getByRole('link', { name: 'Découvrir Premium' })).toHaveAttribute('href', '/premium')
  await userEvent.click(screen.getByRole('button', { name: 'Regarder la vidéo Piles : cours a' }))
  expect(openDocument).toHaveBeenCalledWith({
    id: 'a',
    title: 'Piles : cours a',
    type: 'video',
    available: true,
  })
})
