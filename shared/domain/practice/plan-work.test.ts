import * as fc from 'fast-check'
import { sampleExercise } from '../../entities/samples.ts'
import { RUNS } from '../../test-support/runs.ts'
import { daysBefore } from '../days/moroccan-day.ts'
import { type PlanInput, planWork, workKey } from './plan-work.ts'

const [waves, circuits, projectile] = [
  { theme: 'ondes', chapter: 1 },
  { theme: 'electricite', chapter: 1 },
  { theme: 'mecanique', chapter: 3 },
] as const
const exercise = (number: number, ...chapters: PlanInput['chapters']) => ({
  ...sampleExercise,
  number,
  chapters: [...chapters],
})
const paper = (id: string, isFree = false) => ({ id, isFree, hasFile: true })
const mark = (number: number, changes: Partial<PlanInput['practiced'][number]['exercises'][number]>) => ({
  ...exercise(number, waves),
  earned: null,
  earnedAt: null,
  redo: false,
  redoAt: null,
  hints: 0,
  wasWrong: false,
  ...changes,
})
const practiced = (subjectId: string, ...exercises: PlanInput['practiced'][number]['exercises']) => ({
  subjectId,
  exercises,
  isDone: false,
  doneAt: null,
})

/** Three weeks: from a Wednesday, and from two Mondays, the last fortnight's. */
const days = { today: '2026-11-25', exam: '2026-12-14' }
const nothing: PlanInput = {
  chapters: [],
  reviewed: [],
  papers: [paper('new'), paper('old')],
  exercises: [
    { subjectId: 'new', exercises: [exercise(1, waves), exercise(2, circuits)] },
    { subjectId: 'old', exercises: [exercise(1, projectile), exercise(2, waves)] },
  ],
  exams: [],
  practiced: [],
  mayOpenPremium: true,
}
/** Lists the work of each week; what is closed has a star. */
const plan = (changes: Partial<PlanInput>) =>
  planWork({ ...nothing, ...changes }, days).map(({ work }) =>
    work.map((each) => `${workKey(each)}${each.kind !== 'chapter' && !each.isOpen ? '*' : ''}`),
  )

test.each<[what: string, changes: Partial<PlanInput>, weeks: string[][]]>([
  [
    'papers from the newest, and exercises from the oldest',
    {},
    [['new', 'old#1', 'old#2'], ['old', 'new#1'], ['new#2']],
  ],
  [
    'the exercises of urgent chapters first',
    { chapters: [circuits, waves] },
    [['electricite/1', 'new', 'new#2', 'old#2'], ['ondes/1', 'old', 'new#1'], ['old#1']],
  ],
  [
    'no paper that was sat or is done, nor its exercises',
    { exams: [{ subjectId: 'old' }], practiced: [{ ...practiced('new'), isDone: true }] },
    [[], [], []],
  ],
  [
    'no exercise that is marked',
    { practiced: [practiced('old', mark(1, { earned: 2, earnedAt: '2026-11-20T10:00:00.000Z' }))] },
    [['new', 'old#2'], ['old', 'new#1'], ['new#2']],
  ],
  [
    'an exercise to be done again when it is due, and in the last fortnight',
    {
      exercises: [],
      practiced: [practiced('old', mark(1, { redo: true, redoAt: '2026-11-24T10:00:00.000Z' }))],
    },
    [['old#1', 'new'], ['old#1', 'old'], []],
  ],
  [
    'each reviewed chapter once in the last fortnight, unless all its documents were seen then',
    {
      papers: [],
      reviewed: [
        { chapter: waves, seen: '2026-12-01' },
        { chapter: waves, seen: null },
        { chapter: circuits, seen: '2026-12-01' },
      ],
    },
    [[], ['ondes/1'], []],
  ],
  [
    'what a free account may open first, and marks the rest',
    { papers: [paper('new'), paper('old', true)], mayOpenPremium: false },
    [['old', 'old#1', 'old#2'], ['new*', 'new#1*'], ['new#2*']],
  ],
  ['no exercise of a paper that was deleted', { papers: [] }, [[], [], []]],
])('plans %s', (_, changes, weeks) => {
  expect(plan(changes)).toEqual(weeks)
})

test('names at most three exercises a week, each once', () => {
  const chosen = fc.subarray(['a', 'b', 'c', 'd', 'e', 'f'])
  fc.assert(
    fc.property(chosen, fc.integer({ min: 1, max: 60 }), (ids, ahead) => {
      const today = '2026-11-25'
      const exercises = [1, 2, 3, 4, 5].map((number) => exercise(number, waves))
      const input = {
        ...nothing,
        papers: ids.map((id) => paper(id)),
        exercises: ids.map((subjectId) => ({ subjectId, exercises })),
      }
      const weeks = planWork(input, { today, exam: daysBefore(today, -ahead) }).map(({ work }) =>
        work.filter(({ kind }) => kind === 'exercise').map(workKey),
      )
      for (const week of weeks) expect(week.length).toBeLessThanOrEqual(3)
      expect(new Set(weeks.flat()).size).toBe(weeks.flat().length)
    }),
    RUNS,
  )
})
