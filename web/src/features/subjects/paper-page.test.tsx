import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { SubjectDetails } from '#shared/entities/subject-details.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { json, problem } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
import type { PaperLinks } from './paper-links.ts'
import { PaperPage } from './paper-page.tsx'
import { paperTitle } from './paper-texts.ts'

const PATH = '/sujets-bac/sm/2023-normale'

beforeEach(() => authStore.dispatch({ type: 'ended' }))

const subject = (differences: Partial<SubjectDetails> = {}) =>
  createSample(SubjectDetails, {
    id: 'bac-SM-2023-Normale',
    track: 'SM',
    year: '2023',
    session: 'Normale',
    hasFile: true,
    isFree: false,
    size: 1_234_567,
    pages: 6,
    hasCorrection: true,
    correction: { size: 2_000_000, pages: 9 },
    hasVideo: true,
    video: { size: 90_000_000, pages: null },
    exercises: [],
    ...differences,
  })

const links: PaperLinks = {
  previous: { track: 'SM', year: '2022', session: 'Rattrapage' },
  next: { track: 'SM', year: '2023', session: 'Rattrapage' },
  sameYear: [{ track: 'PC', year: '2023', session: 'Normale' }],
  chapters: [{ theme: 'electricite', chapter: 1, documents: ['Énoncé', 'Corrigé vidéo'] }],
  answers: '',
}

function visit(answer: Response = json(subject()), path = PATH) {
  vi.stubGlobal('fetch', async (address: string) =>
    address.startsWith('/api/') ? answer.clone() : new Response(pageWith(path, links)),
  )
  return renderPage(<PaperPage track="SM" />, path)
}

/** Returns a published page, reduced to the elements that carry its content. */
const pageWith = (route: string, answer: PaperLinks) =>
  `<!doctype html><script type="application/json" id="content">${JSON.stringify({
    answers: [{ route, input: {}, answer }],
  })}</script>`

const part = (name: string) =>
  within(screen.getByRole('heading', { level: 3, name }).closest('li') as HTMLElement)

describe('a visitor', () => {
  test('finds every document locked, and how to open it', async () => {
    visit()
    expect(await screen.findAllByText('Réservé Premium')).toHaveLength(3)
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Passer en Premium' })).toHaveAttribute('href', '/premium')
    expect(screen.getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/login')
  })

  test('opens a free statement and nothing else', async () => {
    const { openDocument } = visit(json(subject({ isFree: true })))
    await screen.findByText('Gratuit')
    expect(screen.getAllByText('Réservé Premium')).toHaveLength(2)
    await userEvent.click(screen.getByRole('button', { name: 'Voir le sujet' }))
    expect(openDocument.mock.lastCall?.[0]).toMatchObject({
      id: 'bac-SM-2023-Normale',
      title: 'Bac SM 2023 - Session Normale',
      type: 'pdf',
      available: true,
      parts: [{ isFree: true }, { isFree: false }, { isFree: false }],
    })
    expect(screen.queryByRole('button', { name: /Télécharger/ })).not.toBeInTheDocument()
  })
})

test('a free account is asked for Premium, not to sign in', async () => {
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile() })
  visit()
  expect(await screen.findByRole('link', { name: 'Passer en Premium' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Se connecter' })).not.toBeInTheDocument()
})

test('a Premium account opens and saves each document', async () => {
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile({ isPremium: true }) })
  const { openDocument } = visit()
  await screen.findByRole('button', { name: 'Télécharger le corrigé' })
  await userEvent.click(part('Vidéo').getByRole('button', { name: 'Voir la vidéo' }))
  expect(openDocument.mock.lastCall?.[0]).toMatchObject({ id: 'bac-SM-2023-Normale-video', type: 'video' })
  await userEvent.click(screen.getByRole('button', { name: 'Voir le corrigé' }))
  expect(openDocument.mock.lastCall?.[0]).toMatchObject({ id: 'bac-SM-2023-Normale-correction', type: 'pdf' })
  expect(screen.queryByText('Réservé Premium')).not.toBeInTheDocument()
})

test.each([
  [{ hasCorrection: false, hasVideo: false }, /Le corrigé et la vidéo de ce sujet ne sont pas encore/],
  [{ hasVideo: false }, /La correction en vidéo n'est pas encore/],
  [{ hasCorrection: false }, /Le corrigé écrit n'est pas encore/],
])('says which documents are missing: %j', async (differences, text) => {
  visit(json(subject(differences)))
  expect(await screen.findByText(text)).toBeVisible()
})

test.each([
  ['/sujets-bac/sm/2023', json({})],
  ['/sujets-bac/sm/demain-normale', json({})],
  [PATH, problem('NOT_FOUND')],
])('says that %s is no paper', async (path, answer) => {
  visit(answer, path)
  expect(await screen.findByRole('heading', { level: 1, name: 'Sujet introuvable' })).toBeVisible()
})

describe('the texts of a paper', () => {
  const paper = (differences: Partial<SubjectItem>) =>
    createSample(SubjectItem, {
      track: 'SM',
      year: '2023',
      session: 'Rattrapage',
      pages: 6,
      hasCorrection: false,
      hasVideo: false,
      ...differences,
    })

  test.each([
    [{}, 'Bac SM 2023 physique-chimie, rattrapage : sujet'],
    [{ hasCorrection: true }, 'Bac SM 2023 physique-chimie, rattrapage : sujet et corrigé'],
    [
      { hasCorrection: true, hasVideo: true, session: 'Normale' as const },
      'Bac SM 2023 physique-chimie, session normale : sujet, corrigé et vidéo',
    ],
  ])('the title names the documents: %j', (differences, title) => {
    expect(paperTitle(paper(differences))).toBe(title)
  })
})
