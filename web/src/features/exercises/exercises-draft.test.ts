import { expect, test } from 'vitest'
import type { ManagedExercise } from '#shared/entities/exercise.ts'
import { sampleExercise, sampleManagedExercise } from '#shared/entities/samples.ts'
import { checkDraft, createRow, isStored, moveRow } from './exercises-draft.ts'

const second: ManagedExercise = {
  ...sampleExercise,
  number: 2,
  page: null,
  correctionPage: 3,
  videoSeconds: 270,
}

test('a form without changes sends what is stored', () => {
  const stored = [sampleManagedExercise, second]
  const rows = stored.map(createRow)
  expect(checkDraft(rows)).toEqual({ ok: true, exercises: stored })
  expect(isStored(rows, stored)).toBe(true)
  expect(isStored(moveRow(rows, 0, 1), stored)).toBe(false)
  expect(isStored([{ ...createRow(sampleManagedExercise), answer: '' }], stored.slice(0, 1))).toBe(false)
})

test('a moved row takes the number of its new place', () => {
  const rows = moveRow([sampleExercise, second].map(createRow), 1, -1)
  expect(checkDraft(rows)).toMatchObject({
    exercises: [
      { number: 1, videoSeconds: 270 },
      { number: 2, page: 2 },
    ],
  })
})

test.each([
  { change: { points: '' }, path: '0.points', message: /^Les points vont de/ },
  { change: { points: 'cinq' }, path: '0.points', message: /^Les points vont de/ },
  { change: { points: '2,3' }, path: '0.points', message: /par quart de point$/ },
  { change: { title: ' ' }, path: '0.title', message: /obligatoire$/ },
  { change: { page: '0' }, path: '0.page', message: /^La page doit/ },
  { change: { page: 'deux' }, path: '0.page', message: /^La page doit/ },
  { change: { correctionPage: '501' }, path: '0.correctionPage', message: /^La page doit/ },
  { change: { videoTime: '4.30' }, path: '0.videoTime', message: /comme 4:30$/ },
  { change: { answer: 'cinq' }, path: '0.answer', message: /^Écrivez un nombre/ },
  { change: { answer: 'Oui\nNon' }, path: '0.answer', message: /une étoile devant la bonne$/ },
  { change: { videoTime: '99:99' }, path: '0.videoTime', message: /comme 4:30$/ },
])('says what is wrong with $change', ({ change, path, message }) => {
  const checked = checkDraft([{ ...createRow(sampleExercise), ...change }])
  expect(checked).toEqual({ ok: false, faults: { [path]: expect.stringMatching(message) } })
})
