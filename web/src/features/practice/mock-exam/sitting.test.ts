import { expect, test } from 'vitest'
import { MockExamView } from '#shared/contract/practice.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import type { Access } from '#web/lib/auth/auth-state.ts'
import { findSitting, openAfterText, opensCorrection, scoreOf } from './sitting.ts'

const PAPER = 'bac-SM-2023-Normale'
const exercises = [
  { number: 1, title: 'Dipôle RC', points: 12, chapters: [] },
  { number: 2, title: 'Pile', points: 8, chapters: [] },
]
const exam = (id: string, differences: Partial<MockExamView> = {}) =>
  createSample(MockExamView, {
    id,
    subjectId: PAPER,
    startedAt: '2026-05-03T08:00:00.000Z',
    endsAt: '2026-05-03T12:00:00.000Z',
    finishedAt: null,
    exercises,
    marks: [],
    note: '',
    score: null,
    ...differences,
  })
const ended = exam('old', {
  startedAt: '2026-04-01T08:00:00.000Z',
  finishedAt: '2026-04-01T11:00:00.000Z',
  marks: [{ exercise: 1, earned: 9 }],
  score: 15,
})
const unsent = { marks: [{ exercise: 1, earned: 6 }], note: 'Revoir RC' }

test("one that runs ends by the server's clock", () => {
  const running = { exam: exam('new'), unsent: null }
  expect(findSitting(PAPER, [running], [ended])).toMatchObject({
    exam: { id: 'new' },
    endsAt: Date.parse('2026-05-03T12:00:00.000Z'),
    isFinished: false,
    unsent: null,
  })
})

test('unsent marks replace those of their exercises, and give the score', () => {
  const kept = { exam: exam('new'), unsent }
  const ofServer = exam('new', { marks: [1, 2].map((exercise) => ({ exercise, earned: 4 })), note: 'Avant' })
  const sitting = findSitting(PAPER, [kept], [ofServer, ended])
  const marks = [...unsent.marks, { exercise: 2, earned: 4 }]
  expect(sitting).toMatchObject({ isFinished: true, result: { marks, note: 'Revoir RC' }, unsent })
  expect(sitting && scoreOf(sitting)).toBe(10)
  const marked = { exam: exam('new'), unsent: { marks: [] } }
  expect(findSitting(PAPER, [marked], [ofServer])?.result).toEqual({ marks: ofServer.marks, note: 'Avant' })
})

test("the server's state of a kept examination replaces the kept one", () => {
  const kept = { exam: exam('new'), unsent: null }
  const known = exam('new', { finishedAt: '2026-05-03T09:00:00.000Z' })
  expect(findSitting(PAPER, [kept], [known])).toMatchObject({ exam: known, isFinished: true })
})

const [both, written, filmed, none] = [
  { hasCorrection: true, hasVideo: true },
  { hasCorrection: true, hasVideo: false },
  { hasCorrection: false, hasVideo: true },
  { hasCorrection: false, hasVideo: false },
]
const [free, paid] = [{ isFree: true }, { isFree: false }]
const NONE = "Le corrigé de ce sujet n'est pas encore disponible."
const VIDEO = 'la vidéo est réservée aux comptes Premium.'

test.each<[Access, typeof free & typeof both, boolean, string]>([
  ['premium', { ...paid, ...both }, true, "À la fin, le corrigé et la vidéo s'ouvrent."],
  [
    'premium',
    { ...paid, ...filmed },
    false,
    "À la fin, la vidéo s'ouvre ; le corrigé écrit n'est pas encore disponible.",
  ],
  ['premium', { ...paid, ...none }, false, NONE],
  ['free', { ...free, ...both }, true, `À la fin, le corrigé s'ouvre, même sans Premium ; ${VIDEO}`],
  ['free', { ...free, ...filmed }, false, `Le corrigé écrit n'est pas encore disponible ; ${VIDEO}`],
  ['free', { ...paid, ...written }, false, "À la fin, avec Premium, le corrigé s'ouvre."],
])('an account (%s) that sits a paper (%o) opens its correction: %s', (access, paper, opens, text) => {
  expect(opensCorrection(paper, access)).toBe(opens)
  expect(openAfterText(paper, access)).toBe(text)
})
