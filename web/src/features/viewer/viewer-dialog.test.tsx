import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SubjectPart } from '#shared/catalogue/subjects.ts'
import type { FileTicket } from '#shared/contract/files.ts'
import { tooManyFreeDocuments } from '#shared/domain/problems.ts'
import { sampleExercise } from '#shared/entities/samples.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { clearVideoPositions, VIDEO_POSITIONS_KEY as KEY } from '#web/lib/browser-storage.ts'
import type { DocumentPart } from '#web/lib/documents/open-document.ts'
import { aProfile, json, networkAnswers, noNetwork, problem } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { aTicket } from '#web/test/tickets.ts'
import { exerciseAt } from './exercise-bar.tsx'
import { storeVideoPosition, videoPosition } from './video-view.tsx'
import { ViewerDialog } from './viewer-dialog.tsx'

const profile = aProfile({ isPremium: true })

const ticket = (differences: Partial<FileTicket> = {}) =>
  json(aTicket({ url: '/files/v1/1/inline/Lecon.mp4', type: 'video', ...differences }))

function open({ available = true, id = 'v1' } = {}) {
  const onClose = vi.fn()
  renderPage(
    <ViewerDialog request={{ id, title: 'Dipôle RC', type: 'video', available }} onClose={onClose} />,
  )
  return onClose
}

const player = (title = 'Dipôle RC') => screen.findByLabelText<HTMLVideoElement>(title, { selector: 'video' })

beforeEach(() => authStore.dispatch({ type: 'opened', sessionId: 's', profile }))
afterEach(clearVideoPositions)

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

test('a video shows the watermark once it is ready', async () => {
  networkAnswers(ticket({ size: 8_400_000 }))
  open()
  const video = await player()
  expect(video).toHaveAttribute('src', '/files/v1/1/inline/Lecon.mp4')
  fireEvent.loadedMetadata(video)
  expect(screen.getAllByText(profile.email)[0]).toBeVisible()
  expect(screen.getByText('8,4 Mo')).toBeVisible()
  expect(fireEvent.contextMenu(video), 'the context menu').toBe(false)
})

test('shows a Drive preview, and opens Drive with a new ticket', async () => {
  networkAnswers(ticket({ mode: 'embed' }), ticket({ mode: 'embed', url: '/files/v1/2/inline/Lecon.mp4' }))
  const replace = vi.fn()
  vi.stubGlobal('open', () => ({ opener: window, location: { replace } }))
  open()
  await userEvent.click(await screen.findByRole('link', { name: 'Ouvrir dans Google Drive' }))
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/files/v1/2/inline/Lecon.mp4'))
})

const aPart = (id: string, label: string): DocumentPart => {
  return { id, label, title: `Bac SM 2023 - ${label}`, type: 'video', available: true, isFree: false }
}
const statement = { ...aPart('bac-SM-2023-Normale', 'Sujet'), isFree: true }
const parts: readonly DocumentPart[] = [
  statement,
  aPart('bac-SM-2023-Normale-correction', 'Corrigé'),
  // Its button shows the weight, and keeps its name.
  { ...aPart('bac-SM-2023-Normale-video', 'Vidéo'), size: 48_200_000 },
]

function openParts(isPremium: boolean | null) {
  if (isPremium === null) authStore.dispatch({ type: 'ended' })
  else authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile({ isPremium }) })
  const onClose = vi.fn()
  renderPage(<ViewerDialog request={{ ...statement, parts }} onClose={onClose} />)
  return onClose
}

const shown = () => document.querySelector<HTMLElement>('dialog > div > :not([inert])') as HTMLElement
const press = (name: string) => userEvent.click(within(shown()).getByRole('button', { name }))

// jsdom plays nothing.
beforeEach(() => void vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue())

test.each([
  [null, 'a visitor', ['Passer en Premium', 'Se connecter']],
  [false, 'a free account', ['Passer en Premium']],
] as const)(
  'a paper shows the free statement, leads to the examination for the correction, and to Premium for the rest: %s, %s',
  async (account, _, links) => {
    const sent = networkAnswers(ticket({ title: 'Énoncé' }))
    const onClose = openParts(account)
    await player('Énoncé')
    await press('Corrigé')
    expect(within(shown()).getByText(/le corrigé s'ouvre gratuitement/)).toBeInTheDocument()
    expect(within(shown()).getByRole('link')).toHaveAttribute('href', '/sujets-bac/sm/2023-normale/examen')
    await press('Vidéo')
    expect(within(shown()).getByText('Ce document est réservé aux comptes Premium.')).toBeInTheDocument()
    expect(
      within(shown())
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(links)
    expect(sent.filter(({ address }) => address.startsWith('/api/files/'))).toHaveLength(1)
    await userEvent.click(within(shown()).getByRole('link', { name: 'Passer en Premium' }))
    expect(onClose).toHaveBeenCalledOnce()
  },
)

const exercises = [
  { ...sampleExercise, number: 1, page: 1, correctionPage: 1, videoSeconds: 0 },
  { ...sampleExercise, number: 2, page: 3, correctionPage: 4, videoSeconds: 725 },
  { ...sampleExercise, number: 3, page: 3, correctionPage: null, videoSeconds: null },
]

test.each<[SubjectPart, number | null, number | null, number]>([
  ['statement', 1, null, 1],
  ['statement', 3, null, 2],
  ['statement', 3, 3, 3],
  ['correction', 9, null, 2],
  ['video', null, 3, 3],
])('in the %s at page %s, with %s chosen, exercise %s is read', (part, page, chosen, number) => {
  expect(exerciseAt(exercises, part, page, chosen)?.number).toBe(number)
})

const lesson = { id: 'v1', version: '1' }

test('keeps the last position of each video until its end, and starts another version at its beginning', () => {
  storeVideoPosition(lesson, 42.5)
  storeVideoPosition({ id: 'v2', version: '1' }, 7)
  storeVideoPosition(lesson, 50)
  expect(videoPosition(lesson)).toBe(50)
  expect(videoPosition({ id: 'v1', version: '2' })).toBe(0)
  storeVideoPosition(lesson, null)
  expect(videoPosition(lesson)).toBe(0)
  clearVideoPositions()
  expect(localStorage.getItem(KEY)).toBeNull()
})
