import { expect, test } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { ChapterItem } from '#shared/entities/resource.ts'
import { sampleExercise, sampleSubject } from '#shared/entities/samples.ts'
import { publicSubject } from '#shared/entities/subject.ts'
import { createPublishedContent } from '#web/render/sample-content.ts'
import { findChapterLinks } from './chapter-links.ts'
import { type Filters, filterExams, listExams } from './exams.ts'

const item = (
  year: string,
  session: ChapterItem['session'],
  resourceType: ChapterItem['resourceType'],
  type: ChapterItem['type'],
) =>
  createSample(ChapterItem, {
    id: `${year}-${session}-${resourceType}-${type}`,
    year,
    session,
    resourceType,
    type,
  })

const exams = listExams([
  item('2024', 'Normale', 'correction', 'video'),
  item('2024', 'Normale', 'correction', 'pdf'),
  item('2024', 'Normale', 'exercise', 'pdf'),
  item('2024', 'Rattrapage', 'exercise', 'pdf'),
  item('2021', 'Normale', 'exercise', 'pdf'),
  item('2021', 'Normale', 'correction', 'video'),
])

test.each<{ filters: Filters; shown: string[]; documents: number }>([
  { filters: {}, shown: ['Sujet 1', 'Sujet 2', 'Sujet 3'], documents: 6 },
  { filters: { annee: '2024' }, shown: ['Sujet 1', 'Sujet 2'], documents: 4 },
  { filters: { session: 'Rattrapage' }, shown: ['Sujet 2'], documents: 1 },
  { filters: { type: 'correction-video' }, shown: ['Sujet 1', 'Sujet 3'], documents: 2 },
  { filters: { annee: '2024', session: 'Normale', type: 'exercise-pdf' }, shown: ['Sujet 1'], documents: 1 },
  { filters: { annee: '2021', session: 'Rattrapage' }, shown: [], documents: 0 },
])('the filters $filters leave $shown with $documents documents', ({ filters, shown, documents }) => {
  const left = filterExams(exams, filters)
  expect(left.map(({ title }) => title.split(' - ')[0])).toEqual(shown)
  expect(left.flatMap(({ items }) => items)).toHaveLength(documents)
})

const paper = (year: string, session: 'Normale' | 'Rattrapage' = 'Normale', track = sampleSubject.track) =>
  publicSubject({ ...sampleSubject, track, year, session })
const about = (number: number, ...chapters: number[]) => ({
  ...sampleExercise,
  number,
  chapters: chapters.map((chapter) => ({ theme: 'ondes' as const, chapter })),
})

test('a chapter lists the exercises of papers under each of their chapters, newest first', () => {
  const content = createPublishedContent({
    subjects: [paper('2022'), paper('2024'), paper('2024', 'Rattrapage'), paper('2025', 'Normale', 'SVT')],
    exercises: new Map([
      ['bac-SM-2022-Normale', [about(1, 1), about(2, 2, 1), about(3, 3)]],
      ['bac-SM-2024-Normale', [about(4, 1)]],
      ['bac-SM-2024-Rattrapage', [about(1, 1)]],
      ['bac-SVT-2025-Normale', [about(1, 1)]],
      // This paper is not published.
      ['bac-SM-2019-Normale', [about(1, 1)]],
    ]),
  })
  const of = (chapter: number) =>
    findChapterLinks({ track: 'SM', theme: 'ondes', chapter }, content).exercises.map(
      ({ paper: path, number }) => `${path} ${number}`,
    )
  expect(of(1)).toEqual([
    '/sujets-bac/sm/2024-rattrapage 1',
    '/sujets-bac/sm/2024-normale 4',
    '/sujets-bac/sm/2022-normale 1',
    '/sujets-bac/sm/2022-normale 2',
  ])
  expect(of(2)).toEqual(['/sujets-bac/sm/2022-normale 2'])
  expect(findChapterLinks({ track: 'SVT', theme: 'ondes', chapter: 1 }, content).exercises).toMatchObject([
    {
      paper: '/sujets-bac/svt/2025-normale',
      title: 'Exercice 1\u00a0: Propagation des ondes',
      detail: 'Bac SVT 2025 - Session Normale · 3,25\u00a0points',
      isFree: false,
    },
  ])
})
