import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import type { ErrorCode } from '#shared/domain/domain-error.ts'
import type { MarkChange } from '#shared/domain/practice/progress.ts'
import { ChapterItem } from '#shared/entities/resource.ts'
import { ChapterSubjects } from '#web/features/chapter/chapter-subjects.tsx'
import { createQueryClient, setPageClient, withQueries } from '#web/lib/api/page-queries.tsx'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { clearSessionId } from '#web/lib/auth/session-storage.ts'
import { unsentMarksText } from '#web/lib/browser-storage.ts'
import { noteSeen } from '#web/lib/progress/marks.ts'
import { moroccanToday } from '#web/lib/settings.ts'
import { aProfile, json, noNetwork, problem } from '#web/test/answers.ts'
import { AccountView } from '#web/ui/account-view.tsx'
import { Providers } from './app.tsx'

const items = (['exercise', 'correction', 'course'] as const).map((resourceType) =>
  createSample(ChapterItem, {
    id: `doc-${resourceType}`,
    title: resourceType,
    resourceType,
    available: resourceType !== 'course',
  }),
)
const statement = 'Énoncé (PDF)'
const correction = 'Correction (PDF)'
const chapter = { track: 'SM', theme: 'electricite', chapter: 1 } as const
const me = aProfile({ isPremium: true })

const OLD = { since: '2026-01-01', seen: null }

/** Fakes the API with one student's marks of a chapter; `refusal` is its answer to changes. */
function aServer(stored: Record<string, string> = {}) {
  const server = {
    marks: new Map(Object.entries(stored)),
    /** Days of documents to review whose mark is not from today. */
    days: new Map<string, { since: string; seen: string | null }>(),
    changes: [] as MarkChange[][],
    reads: 0,
    refusal: null as ErrorCode | null,
    isReadable: true,
  }
  const progress = () => ({
    track: 'SM',
    theme: 'electricite',
    chapter: 1,
    marks: Array.from(server.marks, ([id, mark]) => ({
      id,
      mark,
      ...(mark === 'review' && (server.days.get(id) ?? { since: moroccanToday(), seen: null })),
    })),
  })
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    if (!navigator.onLine) throw noNetwork
    if (address === '/api/progress') {
      server.reads += 1
      return server.isReadable
        ? json({ items: server.marks.size > 0 ? [progress()] : [] })
        : problem('NOT_FOUND')
    }
    if (method !== 'PUT' || address !== '/api/progress/science-math/electricite/1')
      return problem('NOT_FOUND')
    const { marks } = JSON.parse(body as string) as { marks: MarkChange[] }
    server.changes.push(marks)
    if (server.refusal) return problem(server.refusal)
    for (const { id, mark } of marks) {
      if (mark === null) server.marks.delete(id)
      else if (mark === 'seen') server.days.set(id, { ...OLD, seen: moroccanToday() })
      else server.marks.set(id, mark)
    }
    return json(progress())
  })
  return server
}

function online(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}
const signIn = (profile = me) => act(() => authStore.dispatch({ type: 'opened', sessionId: 's', profile }))
/** A heartbeat follows when the network is back. */
const heartbeat = () => act(() => authStore.dispatch({ type: 'renewed', sessionId: 's', profile: me }))
const signOut = () => {
  act(() => authStore.dispatch({ type: 'signOutStarted' }))
  act(() => authStore.dispatch({ type: 'ended' }))
}

const links = { papers: [], exercises: [], corrected: [] }
const Subjects = withQueries(ChapterSubjects)

function open(documents = items) {
  setPageClient(createQueryClient())
  return render(
    <MemoryRouter>
      <Providers>
        <AccountView>
          {(access) => <Subjects items={documents} chapter={chapter} links={links} access={access} />}
        </AccountView>
      </Providers>
    </MemoryRouter>,
  )
}
const button = async (document: string, name: string) =>
  within(await screen.findByRole('group', { name: `Suivi : ${document}` })).getByRole('button', { name })
const click = async (document: string, name: string) => userEvent.click(await button(document, name))
const isPressed = async (document: string, name: string) =>
  (await button(document, name)).getAttribute('aria-pressed') === 'true'
const isShown = (text: string) => screen.findByText(text, { exact: false })

// Loaded beforehand: compiling it can take a busy machine longer than a test waits.
beforeAll(async () => {
  await import('#web/features/chapter/student-marks.tsx')
})
beforeEach(() => online(true))
afterEach(() => {
  signOut()
  clearSessionId()
})

test('shows the stored marks of documents that are there', async () => {
  signIn()
  aServer({ 'doc-exercise': 'done', 'doc-correction': 'review', gone: 'done' })
  open()
  expect(await isShown('1 / 2 fait, 1 à revoir')).toBeVisible()
  expect(await isPressed(statement, 'Fait')).toBe(true)
  expect(await isPressed(statement, 'À revoir')).toBe(false)
  expect(await isPressed(correction, 'À revoir')).toBe(true)
  expect(screen.queryByRole('group', { name: 'Suivi : Cours (PDF)' })).not.toBeInTheDocument()
})

test('marks and counts only free documents without Premium', async () => {
  signIn(aProfile())
  aServer({ 'doc-exercise': 'done', 'doc-correction': 'done' })
  open(items.map((item) => ({ ...item, isFree: item.id === 'doc-exercise' })))
  expect(await isShown('1 / 1 fait')).toBeVisible()
  expect(await isPressed(statement, 'Fait')).toBe(true)
  expect(screen.queryByRole('group', { name: `Suivi : ${correction}` })).not.toBeInTheDocument()
})

test('shows a mark at once, sends it, changes it and removes it', async () => {
  signIn()
  const server = aServer()
  open()
  expect(await isShown('0 / 2 fait')).toBeVisible()
  await click(statement, 'Fait')
  expect(await isPressed(statement, 'Fait')).toBe(true)
  expect(await isShown('1 / 2 fait')).toBeVisible()
  await waitFor(() => expect(server.marks).toEqual(new Map([['doc-exercise', 'done']])))
  await click(statement, 'À revoir')
  expect(await isPressed(statement, 'Fait')).toBe(false)
  await waitFor(() => expect(server.marks.get('doc-exercise')).toBe('review'))
  await click(statement, 'À revoir')
  await waitFor(() => expect(server.marks.size).toBe(0))
  expect(await isShown('0 / 2 fait')).toBeVisible()
  await waitFor(() => expect(unsentMarksText.read()).toBeNull())
  expect(server.reads).toBe(1)
})

test('reports once that a due document was looked at, and nothing about other documents', async () => {
  signIn()
  const server = aServer({ 'doc-exercise': 'review', 'doc-correction': 'review' })
  server.days.set('doc-exercise', OLD)
  open()
  expect(await isShown('0 / 2 fait, 2 à revoir')).toBeVisible()
  for (const id of ['doc-exercise', 'doc-correction', 'doc-exercise', 'other']) noteSeen(me.id, chapter, id)
  await waitFor(() => expect(unsentMarksText.read()).toBeNull())
  noteSeen(me.id, chapter, 'doc-exercise')
  expect(unsentMarksText.read()).toBeNull()
  expect(server.changes).toEqual([[{ id: 'doc-exercise', mark: 'seen' }]])
})

test('shows the marks of the last visit without a network, until the session ends', async () => {
  signIn()
  aServer({ 'doc-exercise': 'done' })
  const page = open()
  expect(await isShown('1 / 2 fait')).toBeVisible()
  page.unmount()
  online(false)
  open()
  expect(await isShown('1 / 2 fait')).toBeVisible()
  clearSessionId()
  open()
  expect(await isShown("Votre suivi n'a pas pu être chargé.")).toBeVisible()
})

test('sends changes made during a request with the next request', async () => {
  signIn()
  const server = aServer()
  open()
  await click(statement, 'Fait')
  const first = await button(correction, 'Fait')
  act(() => [1, 2, 3].forEach(() => first.click()))
  await waitFor(() => expect(unsentMarksText.read()).toBeNull())
  expect(Object.fromEntries(server.marks)).toEqual({ 'doc-exercise': 'done', 'doc-correction': 'done' })
})

test('keeps marks without a network and sends them as one request when it is back', async () => {
  signIn()
  const server = aServer()
  open()
  await isShown('0 / 2 fait')
  online(false)
  await click(statement, 'Fait')
  await click(correction, 'Fait')
  await click(correction, 'À revoir')
  expect(await isShown('1 / 2 fait, 1 à revoir')).toBeVisible()
  expect(await isShown('Votre suivi est gardé sur cet appareil')).toBeVisible()
  expect(server.changes).toEqual([])

  online(true)
  heartbeat()
  await waitFor(() => expect(unsentMarksText.read()).toBeNull())
  expect(server.changes).toEqual([
    [
      { id: 'doc-exercise', mark: 'done' },
      { id: 'doc-correction', mark: 'review' },
    ],
  ])
  expect(screen.queryByText(/gardé sur cet appareil/)).not.toBeInTheDocument()
  expect(await isShown('1 / 2 fait, 1 à revoir')).toBeVisible()
})

test('sends marks that were kept without a network after a reload', async () => {
  signIn()
  const server = aServer()
  const page = open()
  await isShown('0 / 2 fait')
  online(false)
  await click(statement, 'Fait')
  page.unmount()
  act(() => authStore.dispatch({ type: 'ended' }))

  open()
  online(true)
  expect(server.changes).toEqual([])
  signIn()
  expect(await isPressed(statement, 'Fait')).toBe(true)
  await waitFor(() => expect(unsentMarksText.read()).toBeNull())
  expect(server.marks).toEqual(new Map([['doc-exercise', 'done']]))
})

test.each<ErrorCode>(['INTERNAL_ERROR', 'CONFLICT'])(
  'says %s, keeps the mark, resends it on request',
  async (code) => {
    const text = /^Votre suivi n'a pas pu être enregistré/
    signIn()
    const server = aServer()
    server.refusal = code
    open()
    await click(statement, 'Fait')
    expect(await screen.findByText(text)).toBeVisible()
    expect(await isPressed(statement, 'Fait')).toBe(true)
    expect(server.changes).toHaveLength(1)
    server.refusal = null
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
    await waitFor(() => expect(unsentMarksText.read()).toBeNull())
    expect(server.marks.get('doc-exercise')).toBe('done')
    expect(screen.queryByText(text)).not.toBeInTheDocument()
  },
)
