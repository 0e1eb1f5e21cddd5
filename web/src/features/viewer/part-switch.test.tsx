import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Ticket } from '#shared/contract/files.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import type { DocumentPart } from '#web/lib/documents/open-document.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { aTicket } from '#web/test/tickets.ts'
import { ViewerDialog } from './viewer-dialog.tsx'

const statement: DocumentPart = {
  id: 'bac-1',
  label: 'Sujet',
  size: 640_000,
  title: 'Bac SM 2023 - Sujet',
  type: 'video',
  available: true,
  isFree: true,
}
const parts: readonly DocumentPart[] = [
  statement,
  { ...statement, id: 'bac-2', label: 'Corrigé', title: 'Bac SM 2023 - Corrigé', isFree: false },
  {
    ...statement,
    id: 'bac-3',
    label: 'Vidéo',
    title: 'Bac SM 2023 - Vidéo',
    isFree: false,
    size: 48_200_000,
  },
]

const ticket = (title: string): Response => {
  const changes: Partial<Ticket> = { url: `/files/${title}.mp4`, type: 'video', title }
  return json(aTicket(changes))
}

function open(isPremium: boolean | null) {
  if (isPremium === null) authStore.dispatch({ type: 'ended' })
  else authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile({ isPremium }) })
  const onClose = vi.fn()
  renderPage(<ViewerDialog request={{ ...statement, parts }} onClose={onClose} />)
  return onClose
}

const player = (title: string) => screen.findByLabelText<HTMLVideoElement>(title, { selector: 'video' })
const shown = () => document.querySelector<HTMLElement>('dialog > div > :not([inert])') as HTMLElement
const press = (name: string) => userEvent.click(within(shown()).getByRole('button', { name }))

// jsdom plays nothing.
beforeEach(() => void vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue())

test('switches between the documents of a paper, and each keeps its place', async () => {
  const sent = networkAnswers(ticket('Énoncé'), ticket('Correction'))
  open(true)
  const first = await player('Énoncé')
  fireEvent.loadedMetadata(first)
  first.currentTime = 42
  await press('Corrigé')
  expect(await player('Correction')).toBeInTheDocument()
  expect(within(shown()).getByRole('heading', { name: 'Bac SM 2023 - Corrigé' })).toBeInTheDocument()
  expect(first.closest('[inert]')).not.toBeNull()
  expect(first.pause).toHaveBeenCalledOnce()
  await press('Sujet')
  expect(first.closest('[inert]')).toBeNull()
  expect(first.currentTime).toBe(42)
  expect(sent).toHaveLength(2)
})

test('switches by the digits of the keyboard, and keeps the focus on the switch', async () => {
  networkAnswers(ticket('Énoncé'), ticket('Film'))
  open(true)
  await player('Énoncé')
  within(shown()).getByRole('button', { name: 'Sujet' }).focus()
  await userEvent.keyboard('3')
  expect(await player('Film')).toBeInTheDocument()
  expect(document.activeElement).toBe(within(shown()).getByRole('button', { name: 'Vidéo', pressed: true }))
  await userEvent.keyboard('9')
  expect(within(shown()).getByRole('button', { pressed: true })).toHaveTextContent('Vidéo')
})

test.each([
  [null, 'a visitor', ['Passer en Premium', 'Se connecter']],
  [false, 'a free account', ['Passer en Premium']],
] as const)(
  'shows the free statement and asks for Premium for the rest: %s, %s',
  async (account, _, links) => {
    const sent = networkAnswers(ticket('Énoncé'))
    const onClose = open(account)
    await player('Énoncé')
    await press('Corrigé')
    expect(within(shown()).getByText('Ce document est réservé aux comptes Premium.')).toBeInTheDocument()
    expect(
      within(shown())
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(links)
    expect(sent).toHaveLength(1)
    await userEvent.click(within(shown()).getByRole('link', { name: 'Passer en Premium' }))
    expect(onClose).toHaveBeenCalledOnce()
  },
)
