import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { subjectId, subjectTitle } from '#shared/catalogue/subjects.ts'
import { type LastReadView, MockExamView, type PracticedPaperView } from '#shared/contract/practice.ts'
import type { ChapterProgress } from '#shared/contract/progress.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { OWN_THINGS } from '#shared/contract/start-script.ts'
import { ChapterItem } from '#shared/entities/resource.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import type { Profile } from '#shared/entities/user.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { keepRead, keptRead, noteReadSent } from '#web/lib/auth/last-read.ts'
import { clearSessionId } from '#web/lib/auth/session-storage.ts'
import { browserStorage } from '#web/lib/browser-storage.ts'
import type { DocumentRequest } from '#web/lib/documents/open-document.ts'
import { aProfile, json, problem } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { StudentHome } from './student-home.tsx'

/** A Wednesday; the examination of the settings is on 2027-06-03. */
const TODAY = new Date('2027-05-12T10:00:00.000Z')
const paper = (year: string, isFree = false) => ({ track: 'SM', year, session: 'Normale', isFree }) as const
const PAPERS = [paper('2024'), paper('2023', true), paper('2022')]

function exam(year: string, finishedAt: string | null): MockExamView {
  const startedAt = finishedAt === null ? '2027-05-12T09:00:00.000Z' : '2027-05-10T09:00:00.000Z'
  const times = { startedAt, endsAt: '2027-05-12T13:00:00.000Z', finishedAt, minutes: null }
  const named = { id: `exam-${year}`, subjectId: subjectId(paper(year)), title: subjectTitle(paper(year)) }
  return createSample(MockExamView, {
    ...paper(year),
    ...named,
    ...times,
    exercises: [],
    marks: [],
    score: null,
  })
}

const subject = createSample(SubjectItem, { ...paper('2023', true), id: subjectId(paper('2023')) })
const readAt = '2027-05-11T08:00:00.000Z'
const lastRead = (changes: Partial<LastReadView> = {}): LastReadView => ({
  id: subject.id,
  page: 3,
  exercise: 2,
  readAt,
  document: { title: subjectTitle(subject), type: 'pdf', paper: subject },
  ...changes,
})
const SERIES: DocumentRequest = { id: 'serie', title: 'Série', type: 'pdf', available: true, page: 2 }
const DIPOLE = { number: 1, title: 'Dipôle RC', points: 3, chapters: [] }
/** An exercise that is marked, and perhaps to be done again. */
const alone = (earnedAt: string, redoAt: string | null = null): PracticedPaperView => ({
  ...paper('2022'),
  subjectId: subjectId(paper('2022')),
  title: subjectTitle(paper('2022')),
  exercises: [{ ...DIPOLE, earned: 1, earnedAt, redo: redoAt !== null, redoAt, hints: 0, wasWrong: false }],
  isDone: false,
  doneAt: null,
})
const marked = (id: string, since: string, seen: string | null = null): ChapterProgress => ({
  track: 'SM',
  theme: 'ondes',
  chapter: 1,
  marks: [{ id, mark: 'review', since, seen }],
})

type Stored = {
  papers?: PracticedPaperView[]
  exams?: MockExamView[]
  lastRead?: LastReadView | null
  marks?: ChapterProgress[]
}

/** Fakes the API with what a student has done. @returns the addresses that were asked */
function aServer({ papers = [], exams = [], lastRead: read = null, marks = [] }: Stored = {}) {
  const asked: string[] = []
  const answers: Record<string, unknown> = {
    '/api/practice': { now: TODAY.toISOString(), items: exams, papers, byChapter: [], lastRead: read },
    '/api/progress': { items: marks },
  }
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    if (address.startsWith('/api/chapters/')) {
      const items = [createSample(ChapterItem, { id: 'doc-1', year: '2023', session: 'Normale' })]
      return json({ track: 'SM', theme: 'ondes', chapter: 1, title: '', items })
    }
    return address in answers ? json(answers[address]) : problem('NOT_FOUND')
  })
  return asked
}

function signIn(differences: Partial<Profile> = {}): Profile {
  const profile = aProfile({ isPremium: true, track: 'SM', ...differences })
  authStore.dispatch({ type: 'opened', sessionId: 's', profile })
  return profile
}
const cards = () =>
  screen.getAllByRole('listitem').map((card) => card.textContent.replaceAll(/\s+/g, ' ').trim())
const shows = (...expected: (string | RegExp)[]) =>
  waitFor(() => expect(cards()).toEqual(expected.map((text) => expect.stringMatching(text))))

beforeEach(() => void vi.useFakeTimers({ now: TODAY, toFake: ['Date'] }))
afterEach(() => {
  act(() => authStore.dispatch({ type: 'ended' }))
  clearSessionId()
})

test.each<{ what: string; stored: Stored; first: RegExp }>([
  {
    what: 'a mock examination that runs',
    stored: { exams: [exam('2024', null)], lastRead: lastRead() },
    first: /^Examen blanc en cours Bac SM 2024/,
  },
  {
    what: 'no examination whose time is up',
    stored: { exams: [{ ...exam('2024', null), endsAt: readAt }] },
    first: /^Commencer/,
  },
  {
    what: 'no document that was deleted or is closed',
    stored: { lastRead: lastRead({ document: null }) },
    first: /^Commencer/,
  },
])('offers $what', async ({ stored, first }) => {
  signIn()
  aServer(stored)
  renderPage(<StudentHome papers={PAPERS} />)
  await shows(first, /./, /Rien à revoir/)
})

test.each([
  { what: 'a later reading of this device', sentAt: '2027-05-12T09:00:00.000Z', first: /^Reprendre Série/ },
  { what: 'a reading that was not sent yet', sentAt: null, first: /^Reprendre Série/ },
  { what: 'a later reading elsewhere', sentAt: '2027-05-10T09:00:00.000Z', first: /^Reprendre Bac SM 2023/ },
])('offers $what', async ({ sentAt, first }) => {
  const { id } = signIn()
  keepRead(id, SERIES)
  const kept = keptRead(id)
  if (sentAt && kept) noteReadSent(kept, sentAt)
  aServer({ lastRead: lastRead() })
  renderPage(<StudentHome papers={PAPERS} />)
  await shows(first, /./, /./)
  expect(browserStorage.getItem(OWN_THINGS)).toBe('1')
})

test.each<{ what: string; stored: Stored; isPremium?: boolean; week: RegExp }>([
  {
    what: 'papers sat since Monday as done',
    stored: { exams: [exam('2024', '2027-05-10T12:00:00.000Z')] },
    week: /^Cette semaine Revoir Ondes mécaniques progressives 15 min 1 sur 6 fait$/,
  },
  {
    what: 'an examination of some seconds as not done',
    stored: { exams: [exam('2024', '2027-05-10T09:00:30.000Z')] },
    week: / 0 sur \d fait$/,
  },
  {
    what: 'a chapter that was seen since Monday as done',
    stored: { marks: [marked('doc-1', '2027-05-01', '2027-05-11')] },
    week: / 1 sur 5 fait$/,
  },
  {
    what: 'an exercise done again since Monday as done',
    stored: { papers: [alone('2027-05-11T12:00:00.000Z', '2027-05-08T12:00:00.000Z')] },
    week: / 1 sur 6 fait$/,
  },
  {
    what: 'an exercise that is to be done again as neither, before it is due',
    stored: { papers: [alone('2027-05-11T12:00:00.000Z', '2027-05-11T12:00:01.000Z')] },
    week: / 0 sur 5 fait$/,
  },
  {
    what: 'for a free account, only what it may open',
    stored: { exams: [exam('2023', '2027-05-10T12:00:00.000Z')] },
    isPremium: false,
    week: /Revoir Ondes mécaniques progressives 15 min 1 sur 6 fait$/,
  },
])('the week counts $what', async ({ stored, week, isPremium = true }) => {
  signIn({ isPremium })
  aServer(stored)
  renderPage(<StudentHome papers={PAPERS} />)
  await shows(/./, week, /./)
})
