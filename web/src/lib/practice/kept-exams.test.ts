import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { MockExamView } from '#shared/contract/practice.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { RUNS } from '#shared/test-support/runs.ts'
import { keptExamsText } from '#web/lib/browser-storage.ts'
import { forgetSentExam, keepResult, keepRunning, keptExams } from './kept-exams.ts'

const START = '2026-05-03T08:00:00.000Z'
const END = '2026-05-03T12:00:00.000Z'
/** An hour later by the server's clock. */
const NOW = '2026-05-03T09:00:00.000Z'
const AFTER = '2026-05-03T12:00:00.001Z'

const exam = (id: string, finishedAt: string | null = null) =>
  createSample(MockExamView, { id, startedAt: START, endsAt: END, finishedAt, marks: [], note: '' })
const listed = (...items: MockExamView[]) => ({ now: NOW, items })
const result = { marks: [{ exercise: 1, earned: 2.5 }], note: 'Revoir RLC' }
const ids = (account = 'a') => keptExams(account).map((kept) => kept.exam.id)

beforeEach(() => keptExamsText.write(null))

test('keeps an examination that runs', () => {
  keepRunning('a', listed(exam('x')))
  expect(keptExams('a')).toEqual([{ exam: exam('x'), unsent: null }])
})

test.each([
  ['was ended elsewhere', listed(exam('x', NOW))],
  ['has no time left', { ...listed(exam('x')), now: AFTER }],
  ['has no time left, and is not in the list', { ...listed(), now: AFTER }],
])('drops an examination that %s', (_name, answer) => {
  keepRunning('a', listed(exam('x')))
  keepRunning('a', answer)
  expect(keptExamsText.read()).toBeNull()
})

test('keeps an end and a result until they are sent, whatever the server answers before', () => {
  keepRunning('a', listed(exam('x')))
  keepResult('a', exam('x'), result)
  keepRunning('a', { ...listed(exam('x')), now: AFTER })
  expect(keptExams('a')).toMatchObject([{ exam: { id: 'x' }, unsent: result }])
  const [sent] = keptExams('a')
  if (sent) forgetSentExam('a', sent)
  expect(keptExamsText.read()).toBeNull()
})

test('forgets what was sent, but not what has changed since', () => {
  keepResult('a', exam('x'), result)
  const [sent] = keptExams('a')
  keepResult('a', exam('x'), { ...result, note: 'Revoir RLC et les ondes' })
  if (sent) forgetSentExam('a', sent)
  expect(keptExams('a')).toMatchObject([{ unsent: { note: 'Revoir RLC et les ondes' } }])
})

test('keeps the examinations of one account only, the last that sat one', () => {
  keepRunning('a', listed(exam('x')))
  expect(ids('b')).toEqual([])
  keepRunning('b', listed(exam('y')))
  expect(ids('a')).toEqual([])
  expect(ids('b')).toEqual(['y'])
})

test('ignores and replaces stored text that it cannot read', () => {
  const text = fc.oneof(fc.string(), fc.json(), fc.constant('{"account":"a","exams":[{}]}'))
  fc.assert(
    fc.property(text, (kept) => {
      keptExamsText.write(kept)
      expect(keptExams('a')).toEqual([])
      keepRunning('a', listed(exam('x')))
      expect(ids()).toEqual(['x'])
    }),
    RUNS,
  )
})
