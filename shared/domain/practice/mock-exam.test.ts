import * as fc from 'fast-check'
import { subjectId } from '../../catalogue/subjects.ts'
import type { MockExam } from '../../entities/practice.ts'
import { sampleExercise, sampleSubject } from '../../entities/samples.ts'
import { DomainError } from '../domain-error.ts'
import {
  changedMockExam,
  type ExamChange,
  examEnd,
  isClosedByExam,
  minutesSat,
  newMockExam,
} from './mock-exam.ts'

const START = new Date('2026-03-01T08:00:00.000Z')
const END = '2026-03-01T11:00:00.000Z'
const paper = subjectId(sampleSubject)
const exercises = [
  { ...sampleExercise, number: 1, points: 3.25 },
  { ...sampleExercise, number: 2, points: 7 },
]
const begun = newMockExam(paper, exercises, { minutes: 180, now: START, suffix: 'a1b2c3d4' })
const after = (minutes: number) => new Date(START.getTime() + minutes * 60_000)
const none: ExamChange = { marks: [], finished: false }

test('a new examination contains the points of its paper, and its id begins with the start', () => {
  expect(begun).toEqual({
    id: '20260301T080000000Z-a1b2c3d4',
    subjectId: paper,
    startedAt: '2026-03-01T08:00:00.000Z',
    endsAt: END,
    finishedAt: null,
    exercises: exercises.map(({ number, title, points, chapters }) => ({ number, title, points, chapters })),
    marks: [],
    note: '',
  })
})

test.each([
  { what: 'runs at its start', at: 0, end: null },
  { what: 'runs to its last minute', at: 179, end: null },
  { what: 'has ended when its time is up', at: 180, end: END },
  { what: 'stays ended at its end', at: 10_000, end: END },
  { what: 'runs by a clock that is a little late', at: -1, end: null },
])('$what', ({ at, end }) => {
  expect(examEnd(begun, after(at))).toBe(end)
})

const mark = (exercise: number, earned: number) => ({ exercise, earned })

test.each<{ what: string; change: Partial<ExamChange>; at: number; expected: Partial<MockExam> | string }>([
  { what: 'marks are refused while it runs', change: { marks: [mark(1, 1)] }, at: 179, expected: 'CONFLICT' },
  {
    what: 'it is ended early and marked in one change',
    change: { marks: [mark(2, 7), mark(1, 3.25)], finished: true },
    at: 30,
    expected: { finishedAt: after(30).toISOString(), marks: [mark(1, 3.25), mark(2, 7)] },
  },
  {
    what: 'an end after its time is the end of its time',
    change: { finished: true },
    at: 200,
    expected: { finishedAt: END },
  },
  { what: 'it has ended by itself', change: { marks: [mark(1, 0)] }, at: 180, expected: { finishedAt: END } },
  {
    what: 'it does not end before its start',
    change: { finished: true },
    at: -1,
    expected: { finishedAt: START.toISOString() },
  },
  {
    what: 'a note may be written while it runs',
    change: { note: 'Relire' },
    at: 5,
    expected: { note: 'Relire' },
  },
  {
    what: 'more than the points is refused',
    change: { marks: [mark(1, 3.5)] },
    at: 200,
    expected: 'INVALID_REQUEST',
  },
])('$what', ({ change, at, expected }) => {
  const changed = () => changedMockExam(begun, { ...none, ...change }, after(at))
  if (typeof expected === 'string') expect(changed).toThrow(expect.objectContaining({ code: expected }))
  else expect(changed()).toMatchObject(expected)
})

test('a call that arrives twice or late undoes nothing', () => {
  const ended = changedMockExam(begun, { marks: [], finished: true }, after(30))
  const marked = changedMockExam(ended, { marks: [mark(1, 2)], finished: true, note: 'Relire' }, after(40))
  for (const late of [none, { marks: [], finished: true }, { marks: [mark(1, 2)], finished: false }])
    expect(changedMockExam(marked, late, after(300))).toEqual(marked)
})

test('keeps marks within the points and an end, for any changes', () => {
  const quarters = fc.integer({ min: -1, max: 30 }).map((count) => count / 4)
  const change = fc.record({
    marks: fc.array(
      fc.record({ exercise: fc.integer({ min: 0, max: 3 }), earned: fc.oneof(fc.double(), quarters) }),
      { maxLength: 3 },
    ),
    finished: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(fc.tuple(change, fc.integer({ min: 0, max: 400 })), { maxLength: 6 }), (changes) => {
      let exam = begun
      for (const [each, at] of changes.toSorted(([, one], [, other]) => one - other)) {
        const { finishedAt } = exam
        try {
          exam = changedMockExam(exam, each, after(at))
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError)
        }
        if (finishedAt !== null) expect(exam.finishedAt).toBe(finishedAt)
        if (exam.marks.length > 0) expect(exam.finishedAt).not.toBeNull()
        for (const { exercise, earned } of exam.marks)
          expect(exercises.find(({ number }) => number === exercise)?.points).toBeGreaterThanOrEqual(earned)
      }
    }),
  )
})

test('documents that answer a paper are closed while it is being sat', () => {
  const { id, endsAt } = begun
  const running = { id, subjectId: paper, endsAt }
  const answer = { answersPaper: paper }
  expect(isClosedByExam(running, answer, after(179))).toBe(true)
  expect(isClosedByExam(running, answer, after(180))).toBe(false)
  expect(isClosedByExam(null, answer, after(1))).toBe(false)
  expect(
    isClosedByExam(running, { answersPaper: subjectId({ ...sampleSubject, year: '2020' }) }, after(1)),
  ).toBe(false)
  expect(isClosedByExam(running, { answersPaper: null }, after(1))).toBe(false)
})

test.each([
  { end: START.toISOString(), minutes: 0 },
  { end: '2026-03-01T08:00:29.000Z', minutes: 0 },
  { end: '2026-03-01T08:00:31.000Z', minutes: 1 },
  { end: END, minutes: 180 },
])('an examination that ends at $end took $minutes minutes', ({ end, minutes }) => {
  expect(minutesSat(begun.startedAt, end)).toBe(minutes)
})
