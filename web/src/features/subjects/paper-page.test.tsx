import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { SubjectDetails } from '#shared/entities/subject-details.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { json } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { PaperPage } from './paper-page.tsx'
import type { PaperLinks } from './related-pages.tsx'

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
  test('opens a free statement and nothing else', async () => {
    const { openDocument } = visit(json(subject({ isFree: true })))
    await screen.findByText('Gratuit')
    expect(part('Vidéo').getByText('Réservé Premium')).toBeVisible()
    expect(part('Corrigé').getByText(/le corrigé s'ouvre gratuitement$/)).toBeVisible()
    expect(part('Corrigé').getByRole('link')).toHaveAttribute('href', `${PATH}/examen`)
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
