import { beforeEach, expect, test } from 'vitest'
import type { PracticedPaper } from '#shared/entities/practice.ts'
import { unsentExercisesText } from '#web/lib/browser-storage.ts'
import { forgetSentPaper, keepDone, keepExercise, mergePapers, unsentPapers } from './exercise-marks.ts'

const exercise = { number: 2, title: 'Dipôle RC', points: 3, chapters: [] }
const at = (minute: number) => `2026-05-03T08:0${minute}:00.000Z`

beforeEach(() => unsentExercisesText.write(null))

const earnedIn = (papers: readonly PracticedPaper[]) => papers.map(({ exercises }) => exercises[0]?.earned)
const stored = (minute: number): PracticedPaper => ({
  subjectId: 'x',
  exercises: [
    {
      ...exercise,
      earned: 1,
      earnedAt: at(minute),
      redo: true,
      redoAt: at(minute),
      hints: 0,
      wasWrong: false,
    },
  ],
  isDone: false,
  doneAt: null,
})

test.each([
  { what: 'a mark that the server does not have', known: [], earned: 2.5 },
  { what: 'a mark that replaces an older one', known: [stored(1)], earned: 2.5 },
  { what: 'a mark that will replace one of another device when it is sent', known: [stored(9)], earned: 2.5 },
])('shows $what', ({ known, earned }) => {
  keepExercise('a', 'x', exercise, { at: at(5), earned: 2.5 })
  expect(earnedIn(mergePapers(known, unsentPapers('a')))).toEqual([earned])
})

test('keeps the last mark and the last wish to do it again of each exercise, and whether the paper is done', () => {
  keepExercise('a', 'x', exercise, { at: at(1), earned: 1 })
  keepExercise('a', 'x', exercise, { at: at(2), redo: true })
  keepExercise('a', 'x', exercise, { at: at(3), earned: null })
  keepDone('a', 'x', { isDone: true, at: at(4) })
  expect(unsentPapers('a')).toEqual([
    {
      subjectId: 'x',
      counted: [exercise],
      exercises: [
        { exercise: 2, at: at(2), redo: true },
        { exercise: 2, at: at(3), earned: null },
      ],
      done: { isDone: true, at: at(4) },
    },
  ])
  expect(unsentPapers('b')).toEqual([])
})

test('forgets what was sent, but not what has changed since', () => {
  keepExercise('a', 'x', exercise, { at: at(1), earned: 1 })
  keepDone('a', 'x', { isDone: true, at: at(1) })
  const [sent] = unsentPapers('a')
  keepExercise('a', 'x', exercise, { at: at(2), earned: 2 })
  if (sent) forgetSentPaper('a', sent)
  const [left] = unsentPapers('a')
  expect(left).toMatchObject({ exercises: [{ at: at(2), earned: 2 }] })
  expect(left?.done).toBeUndefined()
  if (left) forgetSentPaper('a', left)
  expect(unsentExercisesText.read()).toBeNull()
})
