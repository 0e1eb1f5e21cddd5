import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { subjectTitle } from '#shared/catalogue/subjects.ts'
import { MockExamView, type PracticedPaperView } from '#shared/contract/practice.ts'
import type { ChapterProgress } from '#shared/contract/progress.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { ChapterItem } from '#shared/entities/resource.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import type { Profile } from '#shared/entities/user.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { clearSessionId } from '#web/lib/auth/session-storage.ts'
import { aProfile, json, problem } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { RevisionsPage } from './revisions-page.tsx'

/** A Wednesday; the examination of the settings is on 2027-06-03. */
const TODAY = new Date('2027-05-12T10:00:00.000Z')

const exercise = (number: number, points: number, theme: 'ondes' | 'electricite', chapter: number) => ({
  number,
  title: `Exercice ${number}`,
  points,
  chapters: [{ theme, chapter }],
})
const EXERCISES = [exercise(1, 8, 'ondes', 1), exercise(2, 12, 'electricite', 2)]

function exam(year: string, { earned = [] as number[], isRunning = false } = {}): MockExamView {
  const paper = { track: 'SM', year, session: 'Normale' } as const
  return createSample(MockExamView, {
    ...paper,
    id: `exam-${year}`,
    title: subjectTitle(paper),
    startedAt: '2027-04-03T09:00:00.000Z',
    finishedAt: isRunning ? null : '2027-04-03T12:05:00.000Z',
    minutes: isRunning ? null : 185,
    exercises: EXERCISES,
    marks: earned.map((each, index) => ({ exercise: index + 1, earned: each })),
    score: earned.length === 0 ? null : earned.reduce((sum, each) => sum + each, 0),
  })
}

const reviewed = (id: string, since: string, chapter = 1): ChapterProgress => ({
  track: 'SM',
  theme: 'ondes',
  chapter,
  marks: [{ id, mark: 'review', since, seen: null }],
})
const documents = [
  createSample(ChapterItem, { id: 'doc-1', resourceType: 'correction', year: '2023', session: 'Normale' }),
  createSample(ChapterItem, { id: 'doc-2', resourceType: 'exercise', year: '2022', session: 'Normale' }),
]
const paper = (year: string) =>
  createSample(SubjectItem, { id: `bac-SM-${year}-Normale`, track: 'SM', year, session: 'Normale' })

/** Fakes the API with a student's practice, and lists what is sent. */
function aServer({
  exams = [] as MockExamView[],
  practiced = [] as PracticedPaperView[],
  marked = [] as ChapterProgress[],
} = {}) {
  const sent: unknown[] = []
  const server = { sent, isReachable: true, fails: new Set<string>() }
  const answers: Record<string, () => Response> = {
    '/api/practice': () => json({ now: TODAY.toISOString(), items: exams, papers: practiced, byChapter: [] }),
    '/api/exercises?track=SM': () =>
      json({ items: [{ subjectId: 'bac-SM-2023-Normale', exercises: EXERCISES }] }),
    '/api/progress': () => json({ items: marked }),
    '/api/subjects?track=SM': () => json({ items: [paper('2024'), paper('2023'), paper('2022')] }),
  }
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    if (!server.isReachable) throw new TypeError('Failed to fetch')
    if (method === 'PUT') {
      sent.push(JSON.parse(body as string))
      return json({ ...reviewed('doc-1', '2027-05-01'), marks: [{ id: 'doc-1', mark: 'done' }] })
    }
    if (address.startsWith('/api/chapters/'))
      return json({ track: 'SM', theme: 'ondes', chapter: 1, title: '', items: documents })
    if (server.fails.has(address)) return problem('INTERNAL_ERROR')
    return answers[address]?.() ?? problem('NOT_FOUND')
  })
  return server
}

function signIn({ isPremium = true, track = null }: Partial<Profile> = {}) {
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile({ isPremium, track }) })
}
const region = (name: string | RegExp) => screen.findByRole('region', { name })
const rows = (table: HTMLElement) => within(table).getAllByRole('row').slice(1)

beforeEach(() => void vi.useFakeTimers({ now: TODAY, toFake: ['Date'] }))
afterEach(() => {
  act(() => authStore.dispatch({ type: 'ended' }))
  clearSessionId()
})

test('lists examinations with score and duration, and points lost by chapter', async () => {
  signIn()
  aServer({ exams: [exam('2024', { isRunning: true }), exam('2023'), exam('2022', { earned: [2.5, 10] })] })
  renderPage(<RevisionsPage />, '/mes-revisions')
  const exams = await region('Mes examens blancs')
  expect(rows(within(exams).getByRole('table')).map((row) => row.textContent)).toEqual([
    'Bac SM 2024 - Session Normale3 avril 2027en coursReprendre',
    'Bac SM 2023 - Session Normale3 avril 20273\u00a0h\u00a005À noter',
    'Bac SM 2022 - Session Normale3 avril 20273\u00a0h\u00a00512,5 / 20',
  ])
  expect(within(exams).getByRole('link', { name: 'À noter' })).toHaveAttribute(
    'href',
    '/sujets-bac/sm/2023-normale/examen',
  )
  const losses = await region('Points perdus par chapitre')
  expect(rows(within(losses).getByRole('table')).map((row) => row.textContent)).toEqual([
    'Ondes mécaniques progressives5,5 sur 8',
    'Dipôle RL2 sur 12',
  ])
  expect(screen.getByText('dans 22 jours')).toBeVisible()
})

describe('what is due today', () => {
  const due = () => region(/^À revoir aujourd'hui/)

  test('is not said to be nothing while the marks are unknown', async () => {
    signIn({ track: 'SM' })
    aServer().fails.add('/api/progress')
    renderPage(<RevisionsPage />, '/mes-revisions')
    expect(await screen.findByText("Votre suivi n'a pas pu être chargé.")).toBeVisible()
    expect(screen.queryByText("Rien à revoir aujourd'hui.")).not.toBeInTheDocument()
  })

  test('is listed from two days after the mark on, the oldest first, without deleted documents', async () => {
    signIn({ track: 'SM' })
    aServer({
      marked: [
        reviewed('doc-1', '2027-05-10'),
        { ...reviewed('doc-2', '2027-05-03', 2) },
        reviewed('gone', '2027-05-01', 3),
        { ...reviewed('doc-2', '2027-05-11'), track: 'SVT' },
      ],
    })
    renderPage(<RevisionsPage />)
    await waitFor(async () => expect(within(await due()).getAllByRole('listitem')).toHaveLength(2))
    const items = within(await due()).getAllByRole('listitem')
    expect(items.map((each) => each.textContent)).toEqual([
      'Ondes mécaniques progressives périodiques Énoncé (PDF) · 2022 NormaleVu',
      'Ondes mécaniques progressives Correction (PDF) · 2023 NormaleVu',
    ])
  })

  test.each(['opening it', "'Vu'"])(
    '%s says that it was looked at, and takes it from the list',
    async (how) => {
      signIn({ track: 'SM' })
      const { sent } = aServer({ marked: [reviewed('doc-1', '2027-05-10')] })
      const { openDocument } = renderPage(<RevisionsPage />)
      const name = how === "'Vu'" ? /^Vu :/ : /^Ondes/
      await userEvent.click(await screen.findByRole('button', { name }))
      expect(await screen.findByText("Rien à revoir aujourd'hui.")).toBeVisible()
      await waitFor(() => expect(sent).toEqual([{ marks: [{ id: 'doc-1', mark: 'seen' }] }]))
      expect(openDocument).toHaveBeenCalledTimes(how === "'Vu'" ? 0 : 1)
    },
  )
})
