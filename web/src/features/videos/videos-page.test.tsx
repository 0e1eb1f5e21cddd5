import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { PAGE_CONTENT_ID } from '#shared/contract/page-content.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { VideoItem } from '#shared/entities/resource.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { reloadPage } from '#web/lib/loading/retry.ts'
import { json, networkAnswers, noNetwork } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { VIDEOS_PATH } from './video-sizes.ts'
import { VideosPage } from './videos-page.tsx'

vi.mock('#web/lib/loading/retry.ts', () => ({ reloadPage: vi.fn() }))

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

test('offers an offline visitor to reload the page', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  networkAnswers(noNetwork)
  renderPage(<VideosPage />)
  expect(screen.getByRole('alert')).toHaveTextContent('Les vidéos ne peuvent pas être chargées sans réseau.')
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(reloadPage).toHaveBeenCalledOnce()
})

test('says what a video weighs where that is known', async () => {
  const answers = [{ route: VIDEOS_PATH, input: {}, answer: { a: 48_200_000 } }]
  const page = `<script type="application/json" id="${PAGE_CONTENT_ID}">${JSON.stringify({ answers })}</script>`
  networkAnswers(json({ items: [video('a'), video('b')] }), new Response(page))
  renderPage(<VideosPage />)
  expect(await screen.findByText('48,2 Mo')).toBeVisible()
  expect(screen.getAllByText(/ Mo$/)).toHaveLength(1)
})
