import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ThemeSlug, TrackCode } from '#shared/catalogue/tracks.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { ChapterItem } from '#shared/entities/resource.ts'
import { authStore, SignInDialogContext } from '#web/lib/auth/auth-state.ts'
import { aProfile, json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { ChapterPage, neighbourChapters } from './chapter-page.tsx'

const item = (differences: Partial<ChapterItem>): ChapterItem =>
  createSample(ChapterItem, {
    id: Object.values(differences).join('-'),
    title: 'Énoncé : Dipôle RC',
    session: 'Normale',
    resourceType: 'exercise',
    ...differences,
  })
const items = [
  item({ year: '2025', resourceType: 'course', type: 'video', isFree: true }),
  item({ year: '2024' }),
  item({ year: '2024', resourceType: 'correction' }),
  item({ year: '2024', resourceType: 'correction', type: 'video' }),
  item({ year: '2020', session: 'Rattrapage' }),
]
const chapter = (list: ChapterItem[]) =>
  json({ track: 'science-math', theme: 'electricite', chapter: 1, title: 'Dipôle RC', items: list })

const openSignIn = vi.fn()

function Elsewhere() {
  const { pathname, state } = useLocation()
  return <p>{`${pathname} from ${state?.from}`}</p>
}

function show(address = '/science-math/electricite/1') {
  return renderPage(
    <SignInDialogContext value={openSignIn}>
      <Routes>
        <Route path="/science-math/:theme/:chapter" element={<ChapterPage track="SM" />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </SignInDialogContext>,
    address,
  )
}
const signIn = (isPremium: boolean) =>
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile({ isPremium }) })
const card = async (title: string) =>
  (await screen.findByRole('heading', { level: 2, name: title })).parentElement as HTMLElement
const press = async (title: string, name: string) =>
  userEvent.click(within(await card(title)).getByRole('button', { name }))
const cardTitles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

beforeEach(() => {
  openSignIn.mockReset()
  authStore.dispatch({ type: 'ended' })
})

describe('the cards', () => {
  test('ask a visitor to sign in or to buy Premium', async () => {
    networkAnswers(chapter(items))
    const { openDocument } = show()
    await press('Sujet 2 - 2024 - Session Normale', 'Énoncé (PDF)')
    const dialog = await screen.findByRole('dialog', { name: 'Connectez-vous ou passez en Premium' })
    expect(within(dialog).getByRole('link', { name: 'Passer en Premium' })).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Se connecter' }))
    expect(openSignIn).toHaveBeenCalledOnce()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(openDocument).not.toHaveBeenCalled()
  })

  test('are disabled without Premium, and a box says why', async () => {
    signIn(false)
    networkAnswers(chapter(items))
    show()
    const papers = await card('Sujet 2 - 2024 - Session Normale')
    for (const name of ['Énoncé (PDF)', 'Correction (PDF)', 'Correction (Vidéo)'])
      expect(within(papers).getByRole('button', { name })).toBeDisabled()
    expect(screen.getByText('Contenu Premium')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Passer en Premium' })).toHaveAttribute('href', '/premium')
  })

  test('open with Premium after a tap from before the account was known', async () => {
    authStore.dispatch({ type: 'checkStarted' })
    networkAnswers(chapter(items))
    const { openDocument } = show()
    await press('Sujet 2 - 2024 - Session Normale', 'Énoncé (PDF)')
    expect(openDocument).not.toHaveBeenCalled()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    act(() => signIn(true))
    expect(openDocument).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: '2024' }))
  })

  test.each([
    ['a visitor', () => authStore.dispatch({ type: 'ended' })],
    ['a free account', () => signIn(false)],
  ])('open free documents for %s', async (_, become) => {
    become()
    networkAnswers(chapter(items))
    const { openDocument } = show()
    await press('Sujet 1 - 2025 - Session Normale', 'Cours (Vidéo) Gratuit')
    expect(openDocument).toHaveBeenCalledWith(expect.objectContaining({ type: 'video' }))
  })
})

test('the filters come from the address, narrow the list, announce how many are left, and can be cleared', async () => {
  networkAnswers(chapter(items))
  show('/science-math/electricite/1?session=Normale')
  expect(await screen.findByLabelText('Session')).toHaveValue('Normale')
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'Correction (Vidéo)')
  expect(screen.getByRole('status')).toHaveTextContent('1 sujet sur 3')
  expect(cardTitles()).toEqual(['Sujet 2 - 2024 - Session Normale'])
  await userEvent.click(screen.getByRole('button', { name: 'Effacer les filtres' }))
  expect(screen.getByRole('status')).toHaveTextContent('3 sujets')
})

test.each<[TrackCode, ThemeSlug, number, string | null, string | null]>([
  ['SM', 'ondes', 1, null, '/science-math/ondes/2'],
  ['SM', 'ondes', 3, '/science-math/ondes/2', '/science-math/nucleaire/1'],
  ['SVT', 'piles', 1, '/svt/dosage-acide-base/1', '/svt/chimie-organique/1'],
  ['SVT', 'chimie-organique', 1, '/svt/piles/1', null],
])('%s %s %i has %s before and %s after it', (track, theme, number, previous, next) => {
  const neighbours = neighbourChapters(track, theme, number)
  expect(neighbours.previous?.to ?? null).toBe(previous)
  expect(neighbours.next?.to ?? null).toBe(next)
})
