import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Ticket } from '#shared/contract/files.ts'
import { tooManyFreeDocuments } from '#shared/contract/problems.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { clearVideoPositions } from '#web/lib/documents/video-positions.ts'
import { json, networkAnswers, noNetwork, problem } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { aTicket } from '#web/test/tickets.ts'
import { storeVideoPosition, videoPosition } from './video-view.tsx'
import { ViewerDialog } from './viewer-dialog.tsx'

const profile = aProfile({ isPremium: true })

const ticket = (differences: Partial<Ticket> = {}) =>
  json(aTicket({ url: '/files/v1/1/inline/Lecon.mp4', type: 'video', ...differences }))

/** Returns the first byte of the video, which the viewer reads after a player failed. */
const aByte = () =>
  new Response(new Uint8Array(1), { status: 206, headers: { 'content-range': 'bytes 0-0/9', etag: '"1"' } })

function open({ available = true, id = 'v1' } = {}) {
  const onClose = vi.fn()
  renderPage(
    <ViewerDialog request={{ id, title: 'Dipôle RC', type: 'video', available }} onClose={onClose} />,
  )
  return onClose
}

const player = () => screen.findByLabelText<HTMLVideoElement>('Dipôle RC', { selector: 'video' })

beforeEach(() => authStore.dispatch({ type: 'opened', sessionId: 's', profile }))
afterEach(() => {
  clearVideoPositions()
})

test('shows a text for an announced document and requests nothing', () => {
  const sent = networkAnswers(ticket())
  open({ available: false })
  expect(screen.getByText('Cette vidéo sera disponible prochainement.')).toBeVisible()
  expect(sent).toHaveLength(0)
})

test.each([
  [problem('PREMIUM_REQUIRED'), 'Accès refusé au fichier'],
  [
    problem('TOO_MANY_REQUESTS', { detail: tooManyFreeDocuments(1_488), retryAfterSeconds: 1_488 }),
    'Réessayez dans 25 minutes, ou connectez-vous.',
  ],
  [problem('DOCUMENT_SOURCE_FAILED'), 'Erreur lors du chargement du fichier sécurisé'],
  [noNetwork, 'Vérifiez votre connexion Internet et réessayez.'],
])('shows why a ticket was refused and requests another on retry: %#', async (answer, text) => {
  const sent = networkAnswers(answer, ticket())
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await player()).toBeInTheDocument()
  expect(sent).toHaveLength(2)
})

test('requests a new ticket when the account signs out', async () => {
  networkAnswers(ticket(), problem('AUTHENTICATION_REQUIRED'))
  open()
  await player()
  act(() => authStore.dispatch({ type: 'ended' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Authentification requise')
  expect(screen.queryByLabelText('Dipôle RC', { selector: 'video' })).not.toBeInTheDocument()
})

describe('a video', () => {
  test('shows the watermark once it is ready', async () => {
    networkAnswers(ticket({ size: 8_400_000 }))
    open()
    const video = await player()
    expect(video).toHaveAttribute('src', '/files/v1/1/inline/Lecon.mp4')
    fireEvent.loadedMetadata(video)
    expect(screen.getAllByText(profile.email)[0]).toBeVisible()
    expect(screen.getByText('8,4 Mo')).toBeVisible()
  })

  test('renews an expired address and continues at its position', async () => {
    networkAnswers(
      ticket(),
      new Response('<Error/>', { status: 403 }),
      ticket({ url: '/files/v1/2/inline/Lecon.mp4' }),
      aByte(),
    )
    open()
    const video = await player()
    fireEvent.loadedMetadata(video)
    video.currentTime = 42
    fireEvent.timeUpdate(video)
    fireEvent.error(video)
    await waitFor(() => expect(video).toHaveAttribute('src', '/files/v1/2/inline/Lecon.mp4#1'))
    Object.defineProperty(video, 'duration', { value: 600, configurable: true })
    video.currentTime = 0
    fireEvent.loadedMetadata(video)
    expect(video.currentTime).toBe(42)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('starts at its last position on this device, which is removed at its end', async () => {
    storeVideoPosition({ id: 'v1', version: '1' }, 65)
    networkAnswers(ticket())
    open()
    const video = await player()
    Object.defineProperty(video, 'duration', { value: 600, configurable: true })
    fireEvent.loadedMetadata(video)
    expect(video.currentTime).toBe(65)
    expect(screen.getByText('Reprise à 1:05')).toBeVisible()
    video.currentTime = 90
    fireEvent.timeUpdate(video)
    expect(videoPosition({ id: 'v1', version: '1' })).toBe(90)
    fireEvent.ended(video)
    expect(videoPosition({ id: 'v1', version: '1' })).toBe(0)
  })
})

describe('a document of another site', () => {
  test('plays a YouTube video in its frame', async () => {
    networkAnswers(ticket({ mode: 'youtube', url: 'https://www.youtube-nocookie.com/embed/abcdefghijk' }))
    open()
    const frame = await screen.findByTitle('Dipôle RC')
    expect(frame).toHaveAttribute('src', 'https://www.youtube-nocookie.com/embed/abcdefghijk')
    expect(frame).toHaveAttribute(
      'sandbox',
      'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
    )
    expect(screen.queryByText('Ouvrir dans Google Drive')).not.toBeInTheDocument()
  })

  test('shows a Drive preview, and opens Drive with a new ticket', async () => {
    networkAnswers(ticket({ mode: 'embed' }), ticket({ mode: 'embed', url: '/files/v1/2/inline/Lecon.mp4' }))
    const replace = vi.fn()
    vi.stubGlobal('open', () => ({ opener: window, location: { replace } }))
    open()
    await userEvent.click(await screen.findByRole('link', { name: 'Ouvrir dans Google Drive' }))
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/files/v1/2/inline/Lecon.mp4'))
  })
})
