import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { MockExamView } from '#shared/contract/practice.ts'
import { MockExamView as MockExamSchema } from '#shared/contract/practice.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { SubjectDetails } from '#shared/contract/subject-details.ts'
import { changedMarks, scoreOutOf20 } from '#shared/domain/practice/score.ts'
import type { Exercise } from '#shared/entities/exercise.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { keptExamsText } from '#web/lib/browser-storage.ts'
import { type DocumentViewerProps, isLocked, viewerEntry } from '#web/lib/documents/open-document.ts'
import { aProfile, json, noNetwork, problem } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { MockExamPage } from './mock-exam-page.tsx'

const PATH = '/sujets-bac/sm/2023-normale/examen'
const MINUTE = 60_000
const HOURS = 60 * MINUTE
/** This device's clock is ten minutes fast. */
const FAST = 10 * MINUTE

const exercise = (number: number, title: string, points: number): Exercise => ({
  number,
  title,
  points,
  chapters: [{ theme: 'electricite', chapter: 1 }],
  page: 1,
  correctionPage: 1,
  videoSeconds: null,
})
const exercises = [exercise(1, 'Charge du condensateur', 12), exercise(2, 'Pile zinc-cuivre', 8)]

const subject = (differences: Partial<SubjectDetails> = {}) =>
  createSample(SubjectDetails, {
    id: 'bac-SM-2023-Normale',
    track: 'SM',
    year: '2023',
    session: 'Normale',
    hasFile: true,
    isFree: false,
    hasCorrection: true,
    correction: { size: 2_000_000, pages: 9 },
    hasVideo: false,
    video: null,
    exercises,
    ...differences,
  })

/** Fakes the routes that the page calls, with a clock of their own. */
function aServer({ about = subject() } = {}) {
  const server = {
    exams: [] as MockExamView[],
    isReachable: true,
    sent: [] as unknown[],
    now: () => new Date(Date.now() - FAST).toISOString(),
  }
  const newExam = (): MockExamView => {
    const startedAt = server.now()
    const { id: subjectId, track, year, session } = about
    const id = `exam-${server.exams.length + 1}`
    const endsAt = new Date(Date.parse(startedAt) + 4 * HOURS).toISOString()
    const open = { finishedAt: null, minutes: null, score: null, marks: [], note: '' }
    const counted = about.exercises.map(({ number, title, points, chapters }) => {
      return { number, title, points, chapters }
    })
    const paper = { subjectId, track, year, session, exercises: counted }
    return createSample(MockExamSchema, { id, startedAt, endsAt, ...paper, ...open })
  }
  const asListed = (exam: MockExamView) =>
    server.now() >= exam.endsAt ? { ...exam, finishedAt: exam.finishedAt ?? exam.endsAt } : exam
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    if (!server.isReachable) throw noNetwork
    if (address.startsWith('/api/subjects/')) return json(about)
    const answer = practice(method, body as string)
    answer.headers.set('date', new Date(server.now()).toUTCString())
    return answer
  })
  function practice(method: string, body: string): Response {
    if (method === 'GET') return json({ now: server.now(), items: server.exams.map(asListed), byChapter: [] })
    server.sent.push(JSON.parse(body))
    if (method === 'POST') {
      const exam = newExam()
      server.exams.unshift(exam)
      return json({ ...exam, now: server.now() }, 201)
    }
    const [exam] = server.exams
    if (!exam) return problem('NOT_FOUND')
    const change = JSON.parse(body) as Pick<MockExamView, 'marks' | 'note'>
    const { note = exam.note } = change
    const marks = changedMarks(exam.marks, change.marks)
    const finishedAt = exam.finishedAt ?? server.now()
    const score = scoreOutOf20({ exercises: exam.exercises, marks })
    const changed = { ...exam, marks, note: note.trim(), finishedAt, minutes: 30, score }
    server.exams = [changed, ...server.exams.slice(1)]
    return json({ ...changed, now: server.now() })
  }
  return server
}

/** Replaces the viewer, whose own tests open documents. */
const Viewer = Object.assign(
  ({ request, tool, aside, onClose }: DocumentViewerProps) => (
    <div role="dialog" aria-label={request.title}>
      {isLocked(request, 'free') ? 'fermé' : 'ouvert'}
      {tool}
      {aside}
      <button type="button" onClick={onClose}>
        Fermer
      </button>
    </div>
  ),
  { preload: async () => ({}) as never, reset: () => {} },
)

const page = <MockExamPage track="SM" Viewer={Viewer as never} />
const visit = () => renderPage(page, PATH)
const signIn = (differences = {}) =>
  authStore.dispatch({
    type: 'opened',
    sessionId: 's',
    profile: aProfile({ isPremium: true, ...differences }),
  })
const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => userEvent.click(await button(name))
const timer = () => screen.findByRole('timer', { name: 'Temps restant' })
/** Compares with plain spaces. */
const hasText = async (element: Promise<HTMLElement>, text: string) =>
  expect((await element).textContent?.replaceAll('\u00a0', ' ')).toBe(text)

async function starts() {
  visit()
  await press("Commencer l'épreuve")
}

async function ends() {
  await press('Terminer')
  await userEvent.click((await screen.findAllByRole('button', { name: 'Terminer' })).at(-1) as HTMLElement)
  await screen.findByRole('heading', { name: 'Je me note' })
}

beforeEach(() => authStore.dispatch({ type: 'ended' }))

test.each([
  [{ isFree: false }, false],
  [{ isFree: true }, true],
])('a free account with a paper that %j may begin: %j', async (differences, mayBegin) => {
  aServer({ about: subject(differences) })
  signIn({ isPremium: false })
  visit()
  const begin = mayBegin
    ? button("Commencer l'épreuve")
    : screen.findByRole('link', { name: 'Passer en Premium' })
  expect(await begin).toBeVisible()
})

describe('during the examination', () => {
  test("counts by the server's clock when the device's is wrong, and hides the time on request", async () => {
    aServer()
    signIn()
    await starts()
    await hasText(timer(), '4 h 00')
    await press('Masquer le temps')
    await hasText(timer(), 'Temps masqué')
    await press('Fermer')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByText('Votre épreuve est en cours')).toBeVisible()
    await press('Reprendre le sujet')
    await hasText(timer(), 'Temps masqué')
  })

  test('says once that the last quarter of an hour has begun, and ends by time', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-05-03T08:00:00Z'), shouldAdvanceTime: true })
    const server = aServer()
    signIn()
    visit()
    fireEvent.click(await button("Commencer l'épreuve"))
    await timer()
    const sleepsUntil = (moment: number) => {
      vi.setSystemTime(moment)
      act(() => void document.dispatchEvent(new Event('visibilitychange')))
    }
    const end = Date.parse(server.exams[0]?.endsAt ?? '') + FAST
    sleepsUntil(end - 16 * MINUTE)
    expect(screen.queryByText("Dernier quart d'heure")).not.toBeInTheDocument()
    sleepsUntil(end - 15 * MINUTE)
    expect(screen.getByText("Dernier quart d'heure")).toHaveAttribute('role', 'status')
    sleepsUntil(end)
    expect(await screen.findByText(/^L'épreuve est terminée/)).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(await button('Voir le corrigé')).toBeEnabled()
  })
})

describe('after the examination', () => {
  test('opens the correction, takes marks in quarters and shows the score that the server answers', async () => {
    const server = aServer()
    signIn()
    await starts()
    await ends()
    await waitFor(() => expect(server.sent.at(-1)).toEqual({ marks: [], finished: true }))
    await press('Voir le corrigé')
    expect(await screen.findByRole('dialog', { name: /Corrigé$/ })).toBeVisible()
    const first = await screen.findByRole('slider', { name: '1. Charge du condensateur' })
    expect(first).toHaveAttribute('aria-valuetext', expect.stringMatching(/^pas encore noté/))
    fireEvent.change(first, { target: { value: '7.5' } })
    expect(first).toHaveAttribute('aria-valuetext', expect.stringMatching(/^7,5 sur 12\spoints$/))
    expect(screen.getAllByText('encore 1 exercice à noter')[0]).toBeVisible()
    await press('Un quart de point de plus, exercice 2')
    await waitFor(() => expect(screen.getAllByText('7,75')[0]).toBeVisible())
    await userEvent.type(screen.getByLabelText('Note pour moi'), 'Revoir RC ')
    await waitFor(() =>
      expect(server.exams[0]).toMatchObject({
        marks: [
          { exercise: 1, earned: 7.5 },
          { exercise: 2, earned: 0.25 },
        ],
        note: 'Revoir RC',
      }),
    )
    expect(await screen.findByText('Enregistré dans votre compte.')).toBeVisible()
    expect(screen.getByLabelText('Note pour moi')).toHaveValue('Revoir RC ')
    expect(keptExamsText.read()).toBeNull()
  })

  test('a reload opens the paper no more', async () => {
    aServer()
    signIn()
    await starts()
    await timer()
    const entry = { key: 'k', at: 1, first: 'bac-SM-2023-Normale', request: null }
    window.history.replaceState({ viewer: { ...entry, step: { id: entry.first, page: 1 } } }, '')
    await ends()
    expect(viewerEntry()).toBeNull()
  })

  test('an end without a network keeps the correction closed until it is sent', async () => {
    const server = aServer()
    signIn()
    await starts()
    await timer()
    server.isReachable = false
    await ends()
    expect(await screen.findByText(/^Le corrigé s'ouvre dès que la fin/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Voir le corrigé' })).not.toBeInTheDocument()
    server.isReachable = true
    await press('Réessayer')
    expect(await button('Voir le corrigé')).toBeVisible()
    expect(server.exams[0]?.finishedAt).not.toBeNull()
  })
})
