import { subjectId } from '../../catalogue/subjects.ts'
import type { MockExam } from '../../entities/practice.ts'
import { sampleExercise, sampleSubject } from '../../entities/samples.ts'
import {
  changedMockExam,
  countedMarks,
  countedWithExercises,
  type ExamChange,
  examEnd,
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
  ['runs to its last minute', 179, null],
  ['has ended when its time is up', 180, END],
  ['runs by a clock that is a little late', -1, null],
])('%s', (_, minutes, end) => {
  expect(examEnd(begun, after(minutes))).toBe(end)
})

const mark = (exercise: number, earned: number) => ({ exercise, earned })
const both = [mark(1, 3.25), mark(2, 7)]
const early = { finishedAt: after(30).toISOString(), marks: both }

test.each<[what: string, change: Partial<ExamChange>, at: number, expected: Partial<MockExam> | string]>([
  ['marks are refused while it runs', { marks: [mark(1, 1)] }, 179, 'CONFLICT'],
  ['it is ended and marked in one change', { marks: both.toReversed(), finished: true }, 30, early],
  ['an end after its time is the end of its time', { finished: true }, 200, { finishedAt: END }],
  ['it has ended by itself', { marks: [mark(1, 0)] }, 180, { finishedAt: END }],
  ['it does not end before its start', { finished: true }, -1, { finishedAt: START.toISOString() }],
  ['a note may be written while it runs', { note: 'Relire' }, 5, { note: 'Relire' }],
  ['more than the points is refused', { marks: [mark(1, 3.5)] }, 200, 'INVALID_REQUEST'],
])('%s', (_, change, minutes, expected) => {
  const changed = () => changedMockExam(begun, { ...none, ...change }, after(minutes))
  if (typeof expected === 'string') expect(changed).toThrow(expect.objectContaining({ code: expected }))
  else expect(changed()).toMatchObject(expected)
})

test('a call that arrives twice or late undoes nothing', () => {
  const ended = changedMockExam(begun, { marks: [], finished: true }, after(30))
  const marked = changedMockExam(ended, { marks: [mark(1, 2)], finished: true, note: 'Relire' }, after(40))
  for (const late of [none, { marks: [], finished: true }, { marks: [mark(1, 2)], finished: false }])
    expect(changedMockExam(marked, late, after(300))).toEqual(marked)
})

test('marks from another device leave the marks of other exercises and the note', () => {
  const first = changedMockExam(begun, { marks: [mark(2, 5)], finished: true, note: 'Relire' }, after(30))
  const second = changedMockExam(first, { marks: [mark(1, 2)], finished: true }, after(40))
  expect(second).toMatchObject({ marks: [mark(1, 2), mark(2, 5)], note: 'Relire' })
})

test.each([
  [START.toISOString(), 0],
  ['2026-03-01T08:00:29.000Z', 0],
  ['2026-03-01T08:00:31.000Z', 1],
  [END, 180],
])('an examination that ends at %s took %d minutes', (end, minutes) => {
  expect(minutesSat(begun.startedAt, end)).toBe(minutes)
})

type Counted = ReturnType<typeof countedMarks>
const counted = (exercise: number, earned: number, examId: string) => {
  return { exercise, earned, points: exercise === 1 ? 3.25 : 7, examId }
}

test.each<[what: string, before: Counted, id: string, marks: ReturnType<typeof mark>[], total: Counted]>([
  ['the first marks count', [], '1', [mark(1, 1), mark(2, 2)], [counted(1, 1, '1'), counted(2, 2, '1')]],
  [
    'marks of a newer examination take their place',
    [counted(1, 1, '1'), counted(2, 2, '1')],
    '2',
    [mark(2, 7)],
    [counted(1, 1, '1'), counted(2, 7, '2')],
  ],
  [
    'marks of an earlier examination count where there are no newer ones',
    [counted(2, 7, '2')],
    '1',
    [mark(1, 3), mark(2, 0)],
    [counted(1, 3, '1'), counted(2, 7, '2')],
  ],
  [
    'marks that are corrected count once, and a removed mark is counted out',
    [counted(1, 1, '2'), counted(2, 2, '2')],
    '2',
    [mark(1, 2)],
    [counted(1, 2, '2')],
  ],
])('of a paper that is sat several times %s', (_, before, id, marks, total) => {
  expect(countedMarks(before, { exercises, id, marks })).toEqual(total)
})

const alone = (number: number, earned: number | null, day: number) => {
  return { number, points: 7, earned, earnedAt: `2026-03-0${day}T08:00:00.000Z` }
}
const single = (exercise: number, earned: number, day: number, suffix = '') => {
  return { exercise, earned, points: 7, examId: `2026030${day}T080000000Z${suffix}` }
}
const sat = (...numbers: [number, number, number]) => single(...numbers, '-a1b2c3d4')

test.each<[what: string, before: Counted, marked: ReturnType<typeof alone>[], total: Counted]>([
  ['counts by these marks, once', [single(1, 1, 1)], [alone(1, 2, 2)], [single(1, 2, 2)]],
  [
    'counts by the newer one of a mark and an earlier examination',
    [sat(1, 1, 1), sat(2, 1, 1)],
    [alone(1, 3, 2)],
    [single(1, 3, 2), sat(2, 1, 1)],
  ],
  ['counts by a later examination', [sat(1, 1, 3)], [alone(1, 3, 2)], [sat(1, 1, 3)]],
  [
    'is counted out by a removed mark, and not by that of an examination',
    [single(1, 1, 1), sat(2, 1, 1)],
    [alone(1, null, 2), alone(2, null, 2)],
    [sat(2, 1, 1)],
  ],
  ['is counted out as an admin', [single(1, 1, 1)], [], []],
  ['changes nothing with an equal mark', [single(1, 1, 1)], [alone(1, 1, 1)], [single(1, 1, 1)]],
])('an account that marks single exercises %s', (_, before, marked, total) => {
  expect(countedWithExercises(before, marked)).toEqual(total)
})
