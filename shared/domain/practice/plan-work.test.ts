import * as fc from 'fast-check'
import { sampleExercise } from '../../entities/samples.ts'
import { RUNS } from '../../test-support/runs.ts'
import { daysBefore } from '../days/moroccan-day.ts'
import { UNMARKED } from './exercise-marks.ts'
import { type PlanInput, type PlanWork, planWork, workKey } from './plan-work.ts'
import { weeksUntil } from './study-plan.ts'
import { listTaughtChapters, taughtChapters } from './taught-chapters.ts'

const CHAPTERS = listTaughtChapters('PC')
const chapter = (key: string) => {
  const found = CHAPTERS.find((each) => `${each.theme}/${each.chapter}` === key)
  if (!found) throw new Error(`PC does not teach ${key}`)
  return found
}
const exercise = (number: number, points: number, ...chapters: string[]) => ({
  ...sampleExercise,
  number,
  points,
  chapters: chapters.map(chapter),
})
/** A paper as the track has them: its last exercise is of another chapter each second year. */
const exercisesOf = (year: number) => [
  exercise(1, 7, 'piles/1', 'dosage-acide-base/1'),
  exercise(2, 2.5, year % 2 ? 'ondes/3' : 'ondes/1'),
  exercise(3, 2, 'nucleaire/1'),
  exercise(4, 3.5, 'electricite/1'),
  exercise(5, 5, year % 2 ? 'mecanique/3' : 'mecanique/7'),
]
const YEARS = [2025, 2024, 2023, 2022, 2021, 2020]
const id = (year: number) => `bac-PC-${year}-Normale`
const mark = (
  year: number,
  number: number,
  changes: Partial<PlanInput['practiced'][number]['exercises'][number]>,
): PlanInput['practiced'][number] => ({
  subjectId: id(year),
  isDone: false,
  doneAt: null,
  exercises: exercisesOf(year)
    .filter((each) => each.number === number)
    .map((each) => ({ ...each, ...UNMARKED, ...changes })),
})
const earned = (year: number, number: number, points: number, day = '2027-04-20') =>
  mark(year, number, { earned: points, earnedAt: `${day}T10:00:00.000Z` })
const sat = (year: number, finishedAt: string, marks: PlanInput['exams'][number]['marks'] = []) => ({
  subjectId: id(year),
  startedAt: `${finishedAt.slice(0, 10)}T08:00:00.000Z`,
  endsAt: `${finishedAt.slice(0, 10)}T11:00:00.000Z`,
  finishedAt,
  exercises: exercisesOf(year),
  marks,
})

const beginner: PlanInput = {
  minutesADay: 45,
  examMinutes: 180,
  chapters: CHAPTERS,
  reviewed: [],
  papers: YEARS.map((year) => ({ id: id(year), isFree: year === 2022, hasFile: true })),
  exercises: YEARS.map((year) => ({ subjectId: id(year), exercises: exercisesOf(year) })),
  exams: [],
  practiced: [],
  mayOpenPremium: true,
}
/** The examination is on a Thursday. */
const EXAM = '2027-06-03'
/** A piece of work with its reason: a chapter, the exercise '2022#4', the whole paper '2025'. */
const text = (work: PlanWork) =>
  [workKey(work).replace(/bac-PC-(\d+)-Normale/, '$1'), work.why].filter(Boolean).join(' ')
const minutes = (work: readonly PlanWork[]) => work.reduce((sum, each) => sum + each.minutes, 0)

test.each<[who: string, today: string, changes: Partial<PlanInput>, weeks: string[]]>([
  [
    'a beginner three weeks before, with a short exercise first and the whole papers of the newest years last',
    '2027-05-12',
    {},
    [
      '218 min: 2022#4 yearly, electricite/1 yearly, 2022#1 yearly, 2022#5 often, 2021#5 often, 2022#3 yearly',
      '313 min: dosage-acide-base/1 yearly, 2021#1 yearly, 2021#4 yearly, 2022#2 often, 2025',
      '308 min: piles/1 yearly, 2021#2 often, 2020#5 often, 2023#5 often, 2024',
      '128 min: mecanique/3 often, 2021#3 yearly, 2020#1 yearly, 2020#4 yearly',
    ],
  ],
  [
    'a beginner ten weeks before, with whole papers in the last eight',
    '2027-03-24',
    { minutesADay: 30 },
    [
      '146 min: 2022#3 yearly, nucleaire/1 yearly, 2022#1 yearly, 2022#4 yearly, 2021#3 yearly',
      '200 min: electricite/1 yearly, 2022#5 often, 2021#5 often, 2021#1 yearly, 2021#4 yearly',
      '210 min: dosage-acide-base/1 yearly, piles/1 yearly, 2025',
      '210 min: mecanique/3 often, mecanique/7 often, 2024',
      '210 min: ondes/1 often, ondes/3 often, 2023',
      '201 min: ondes/2, 2022#2 often, 2021#2 often, 2020#5 often, 2020#1 yearly, 2020#4 yearly',
      '71 min: nucleaire/2, electricite/2, 2020#2 often, 2020#3 yearly',
      '60 min: electricite/3, electricite/4, mecanique/1, mecanique/2',
      '60 min: mecanique/4, mecanique/5, mecanique/6, mecanique/8',
      '45 min: mecanique/9, transformations-lentes/1, transformations-limitees/1',
      '45 min: transformations-limitees/2, electrolyse/1, chimie-organique/1',
    ],
  ],
  [
    'who is weak in one chapter, with that chapter first',
    '2027-05-10',
    {
      practiced: [
        earned(2020, 1, 6.5),
        earned(2020, 2, 2.5),
        earned(2020, 3, 2),
        earned(2020, 4, 0.5),
        earned(2021, 5, 5),
      ],
    },
    [
      '304 min: electricite/1 lost, 2022#4 lost, 2021#4 lost, 2022#5 often, 2025',
      '314 min: mecanique/7 often, dosage-acide-base/1 yearly, 2022#1 yearly, 2021#2 often, 2022#3 yearly, 2024',
      '303 min: piles/1 yearly, 2020#5 often, 2021#1 yearly, 2023',
      '56 min: ondes/3 often, 2022#2 often, 2021#3 yearly',
    ],
  ],
  [
    'a free account, with nothing that is locked',
    '2027-05-12',
    { mayOpenPremium: false },
    [
      '92 min: 2022#4 yearly, electricite/1 yearly, dosage-acide-base/1 yearly, piles/1 yearly, mecanique/3 often',
      '270 min: mecanique/7 often, nucleaire/1 yearly, ondes/1 often, ondes/3 often, ondes/2, nucleaire/2, 2022',
      '105 min: electricite/2, electricite/3, electricite/4, mecanique/1, mecanique/2, mecanique/4, mecanique/5',
      '45 min: mecanique/6, mecanique/8, mecanique/9',
    ],
  ],
  [
    'a free account whose only exercise is of a light chapter, with that one first',
    '2027-06-01',
    {
      mayOpenPremium: false,
      exercises: beginner.exercises.map((paper) =>
        paper.subjectId === id(2022) ? { ...paper, exercises: [exercise(3, 2, 'nucleaire/1')] } : paper,
      ),
    },
    ['48 min: 2022#3 yearly, nucleaire/1 yearly, electricite/1 often'],
  ],
  [
    'who has two days left, without a whole paper',
    '2027-06-01',
    {},
    ['88 min: 2022#4 yearly, electricite/1 yearly, 2022#3 yearly, 2022#2 often'],
  ],
  ['who comes after the examination', '2027-06-04', {}, []],
  [
    'who has 15 minutes a day, without whole papers',
    '2027-05-12',
    { minutesADay: 15 },
    [
      '65 min: 2022#3 yearly, nucleaire/1 yearly, 2022#4 yearly',
      '101 min: electricite/1 yearly, 2022#1 yearly, 2022#2 often',
      '105 min: dosage-acide-base/1 yearly, 2022#5 often, 2021#5 often',
      '38 min: piles/1 yearly, 2021#2 often',
    ],
  ],
  [
    'who has two hours a day, with two whole papers in a week of the last fortnight',
    '2027-05-24',
    { minutesADay: 120 },
    [
      '696 min: 2022#4 yearly, electricite/1 yearly, 2022#1 yearly, 2022#5 often, 2021#5 often, 2022#3 yearly, 2021#1 yearly, 2021#4 yearly, 2022#2 often, 2025, 2024',
      '344 min: dosage-acide-base/1 yearly, 2021#2 often, 2020#5 often, 2021#3 yearly, 2020#1 yearly, 2023',
    ],
  ],
  [
    'whose owner has entered no exercises, with the chapters in teaching order',
    '2027-05-12',
    { exercises: [] },
    [
      '225 min: ondes/1, ondes/2, ondes/3, 2025',
      '270 min: nucleaire/1, nucleaire/2, electricite/1, electricite/2, electricite/3, electricite/4, 2024',
      '270 min: mecanique/1, mecanique/2, mecanique/3, mecanique/4, mecanique/5, mecanique/6, 2023',
      '45 min: mecanique/7, mecanique/8, mecanique/9',
    ],
  ],
  [
    'who begins on a Sunday and has worked half an hour today, with what fits into the rest of the day',
    '2027-05-16',
    { practiced: [earned(2020, 4, 3.5, '2027-05-16')] },
    [
      '0 min: ',
      '303 min: dosage-acide-base/1 yearly, 2022#1 yearly, 2022#5 often, 2025',
      '313 min: piles/1 yearly, 2021#5 often, 2022#3 yearly, 2022#4 yearly, 2022#2 often, 2024',
      '119 min: mecanique/3 often, 2021#1 yearly, 2021#2 often, 2021#3 yearly',
    ],
  ],
  [
    'who has much to do again, with half of the week for it',
    '2027-05-12',
    { practiced: YEARS.map((year) => mark(year, 4, { redo: true, redoAt: '2027-05-01T10:00:00.000Z' })) },
    [
      '219 min: 2025#4 due, 2024#4 due, 2023#4 due, electricite/1 yearly, 2022#1 yearly, 2022#5 often',
      '304 min: dosage-acide-base/1 yearly, 2021#5 often, 2022#3 yearly, 2022#2 often, 2021#2 often, 2025',
      '309 min: 2025#4 due, 2024#4 due, 2023#4 due, piles/1 yearly, 2021#3 yearly, 2024',
      '133 min: 2022#4 due, mecanique/3 often, 2021#1 yearly, 2020#2 often',
    ],
  ],
  [
    'who has sat the paper of this week, with the next one next week',
    '2027-05-12',
    {
      exams: [sat(2025, '2027-05-11T11:00:00.000Z', [{ exercise: 1, earned: 3 }])],
      reviewed: [{ chapter: chapter('ondes/1'), seen: '2027-05-01' }],
    },
    [
      '223 min: electricite/1 lost, 2021#4 lost, 2021#5 lost, 2021#1 lost, 2021#3 lost, 2020#4 lost, 2020#3 lost',
      '313 min: mecanique/3 lost, 2020#5 often, 2021#2 lost, 2022#4 lost, 2022#3 lost, 2024',
      '311 min: ondes/1 due, dosage-acide-base/1 lost, piles/1 lost, 2020#1 lost, 2020#2 often, 2023',
      '123 min: nucleaire/1 lost, 2022#5 often, 2022#1 lost',
    ],
  ],
  [
    'who has only looked at a paper for some seconds, as the beginner',
    '2027-05-31',
    { exams: [sat(2025, '2027-05-11T08:00:20.000Z')] },
    ['128 min: 2022#4 yearly, electricite/1 yearly, 2022#1 yearly, 2022#3 yearly'],
  ],
  [
    'who has done everything, with the chapters',
    '2027-05-24',
    { practiced: YEARS.map((year) => ({ ...earned(year, 1, 7), isDone: true })) },
    [
      '105 min: electricite/1 yearly, mecanique/3 often, mecanique/7 often, nucleaire/1 yearly, ondes/1 often, ondes/3 often, dosage-acide-base/1 yearly',
      '45 min: piles/1 yearly, ondes/2, nucleaire/2',
    ],
  ],
])('plans for one %s', (_, today, changes, weeks) => {
  const plan = planWork({ ...beginner, ...changes }, { today, exam: EXAM })
  expect(plan.map(({ work }) => `${minutes(work)} min: ${work.map(text).join(', ')}`)).toEqual(weeks)
})

test('plans never more than asked, nothing locked, done or not taught yet, no paper too often or in parts', () => {
  const years = fc.subarray(YEARS)
  fc.assert(
    fc.property(
      fc.record({
        minutesADay: fc.constantFrom(15, 30, 45, 60, 90, 120),
        examMinutes: fc.constantFrom(180, 240),
        mayOpenPremium: fc.boolean(),
        known: years,
        free: years,
        practiced: fc.array(
          fc.tuple(fc.constantFrom(...YEARS), fc.integer({ min: 1, max: 5 }), fc.boolean()),
        ),
        satIn: years,
        ahead: fc.integer({ min: 0, max: 240 }),
      }),
      ({ known, free, practiced, satIn, ahead, ...own }) => {
        const days = { today: daysBefore(EXAM, ahead), exam: EXAM }
        const input = {
          ...beginner,
          ...own,
          papers: known.map((year) => ({ id: id(year), isFree: free.includes(year), hasFile: true })),
          exams: satIn.map((year) => sat(year, `${days.today}T11:00:00.000Z`)),
          practiced: practiced.map(([year, number, redo]) =>
            redo ? mark(year, number, { redo, redoAt: '2027-01-20T10:00:00.000Z' }) : earned(year, number, 1),
          ),
        }
        const plan = planWork(input, days)
        const isTaughtBy = taughtChapters(CHAPTERS, EXAM)
        const chaptersOf = ({ subjectId, number }: { subjectId: string; number: number }) =>
          beginner.exercises.find((paper) => paper.subjectId === subjectId)?.exercises[number - 1]
            ?.chapters ?? []
        const open = new Set(known.filter((year) => own.mayOpenPremium || free.includes(year)).map(id))
        const whole = new Set(
          plan.flatMap(({ work }) => work.filter(({ kind }) => kind === 'paper').map(workKey)),
        )
        for (const [at, week] of weeksUntil(days).entries()) {
          const work = plan[at]?.work ?? []
          expect(minutes(work)).toBeLessThanOrEqual(week.days * own.minutesADay)
          expect(new Set(work.map(workKey)).size).toBe(work.length)
          expect(work.filter(({ kind }) => kind === 'paper').length).toBeLessThanOrEqual(week.isLast ? 2 : 1)
          for (const each of work)
            if (each.kind !== 'chapter') {
              expect(open).toContain(each.subjectId)
              if (each.kind === 'paper') expect(satIn.map(id)).not.toContain(each.subjectId)
              if (each.kind === 'exercise' && !each.isAgain)
                expect(chaptersOf(each).every(isTaughtBy(week.from))).toBe(true)
            }
        }
        const single = plan
          .flatMap(({ work }) => work)
          .filter((each) => each.kind === 'exercise' && !each.isAgain)
        expect(new Set(single.map(workKey)).size).toBe(single.length)
        for (const each of single.slice(1))
          expect(whole).not.toContain(each.kind === 'exercise' && each.subjectId)
      },
    ),
    RUNS,
  )
})
