import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Ticket } from '#shared/contract/files.ts'
import { authStore } from '#web/lib/auth/auth-store.ts'
import { json, networkAnswers, problem } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { ViewerDialog } from './viewer-dialog.tsx'

const profile = aProfile({ isPremium: true })

const ticket = (differences: Partial<Ticket> = {}) =>
  json({
    url: '/files/v1/1/inline/Lecon.mp4',
    expiresAt: '2026-01-01T00:02:00.000Z',
    mode: 'stream',
    type: 'video',
    title: 'Dipôle RC',
    fileName: 'Lecon.mp4',
    ...differences,
  })

function open({ available = true } = {}) {
  const onClose = vi.fn()
  renderPage(
    <ViewerDialog request={{ id: 'v1', title: 'Dipôle RC', type: 'video', available }} onClose={onClose} />,
  )
  return onClose
}

beforeEach(() => authStore.dispatch({ type: 'opened', sessionId: 's', profile }))
afterEach(() => vi.unstubAllGlobals())

test('a document that is only announced says so and asks for nothing', () => {
  const sent = networkAnswers(ticket())
  open({ available: false })
  expect(screen.getByText('Cette vidéo sera disponible prochainement.')).toBeVisible()
  expect(sent).toHaveLength(0)
})

test.each([
  [problem('PREMIUM_REQUIRED'), 'Accès refusé au fichier'],
  [problem('AUTHENTICATION_REQUIRED'), 'Authentification requise'],
  [problem('DOCUMENT_SOURCE_FAILED'), 'Erreur lors du chargement du fichier sécurisé'],
  [problem('INTERNAL_ERROR'), 'Erreur lors du chargement du fichier sécurisé'],
  [new TypeError('Failed to fetch'), 'Vérifiez votre connexion Internet et réessayez.'],
])('a ticket that is refused shows its text and can be asked again', async (answer, text) => {
  const sent = networkAnswers(answer, ticket())
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByLabelText('Dipôle RC', { selector: 'video' })).toBeInTheDocument()
  expect(sent).toHaveLength(2)
})

describe('a video', () => {
  const player = () => screen.findByLabelText<HTMLVideoElement>('Dipôle RC', { selector: 'video' })

  test('carries the reader’s address once it is ready', async () => {
    networkAnswers(ticket())
    open()
    const video = await player()
    expect(video).toHaveAttribute('src', '/files/v1/1/inline/Lecon.mp4')
    fireEvent.loadedMetadata(video)
    expect(screen.getAllByText(profile.email)[0]).toBeVisible()
  })

  test('whose address died gets a new one once without a word, then the error', async () => {
    const sent = networkAnswers(ticket(), ticket({ url: '/files/v1/2/inline/Lecon.mp4' }))
    open()
    fireEvent.error(await player())
    await waitFor(async () => expect(await player()).toHaveAttribute('src', '/files/v1/2/inline/Lecon.mp4'))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    fireEvent.error(await player())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Erreur lors du chargement du fichier sécurisé',
    )
    expect(sent).toHaveLength(2)
  })
})

describe('another site', () => {
  test('plays a YouTube video in its frame', async () => {
    networkAnswers(ticket({ mode: 'youtube', url: 'https://www.youtube-nocookie.com/embed/abcdefghijk' }))
    open()
    expect(await screen.findByTitle('Dipôle RC')).toHaveAttribute(
      'src',
      'https://www.youtube-nocookie.com/embed/abcdefghijk',
    )
    expect(screen.queryByText('Ouvrir dans Google Drive')).not.toBeInTheDocument()
  })

  test('shows a Drive preview with a link in embed mode', async () => {
    networkAnswers(ticket({ mode: 'embed', url: '/files/v1/1/inline/Lecon.mp4?signed' }))
    open()
    expect(await screen.findByRole('link', { name: 'Ouvrir dans Google Drive' })).toHaveAttribute(
      'href',
      '/files/v1/1/inline/Lecon.mp4?signed',
    )
  })
})

test('the right-click menu is kept shut and the dialog closes', async () => {
  networkAnswers(ticket())
  const onClose = open()
  expect(fireEvent.contextMenu(await screen.findByLabelText('Dipôle RC', { selector: 'video' }))).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Fermer' }))
  expect(onClose).toHaveBeenCalledOnce()
})
