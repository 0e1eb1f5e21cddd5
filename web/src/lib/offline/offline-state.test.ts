import { expect, test } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { ChapterItem } from '#shared/entities/resource.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { chapterRequests, paperRequests } from './offline-state.ts'

const paper = createSample(SubjectItem, {
  id: 'bac-SM-2023-Normale',
  track: 'SM',
  year: '2023',
  session: 'Normale',
  hasFile: true,
  size: 1_000,
  hasCorrection: true,
  hasVideo: true,
  correction: { size: null, pages: null },
  video: { size: 9_000_000, pages: null },
})

test('the PDFs of a paper may be kept, its video not, and its examination closes the correction', () => {
  expect(paperRequests(paper)).toMatchObject([
    { id: paper.id, name: '2023 Normale · Sujet', size: 1_000, answersPaper: null },
    { id: `${paper.id}-correction`, name: '2023 Normale · Corrigé', size: null, answersPaper: paper.id },
  ])
  expect(paperRequests({ ...paper, correction: null })).toHaveLength(1)
  expect(paperRequests({ ...paper, hasFile: false })).toEqual([])
})

test('the PDFs of a chapter may be kept, its videos and announced documents not', () => {
  const chapter = { track: 'SVT', theme: 'ondes', chapter: 1 } as const
  const item = createSample(ChapterItem, {
    id: 'r-1',
    title: 'Corrigé : Ondes - 2019 Normale',
    session: 'Normale',
    size: 500,
    available: true,
  })
  const others = [
    { ...item, id: 'r-2', type: 'video' },
    { ...item, id: 'r-3', available: false },
  ] as const
  expect(chapterRequests(chapter, [item, ...others])).toEqual([
    {
      id: 'r-1',
      title: item.title,
      name: '2019 Normale · Correction',
      size: 500,
      place: { track: 'SVT', chapter: 'Ondes mécaniques progressives', path: '/svt/ondes/1' },
      answersPaper: 'bac-SVT-2019-Normale',
    },
  ])
  expect(chapterRequests(chapter, [{ ...item, resourceType: 'exercise' }])[0]?.answersPaper).toBeNull()
})
