import { describe, expect, test } from 'vitest'
import { parseSubjectId, type SubjectKey, subjectId } from '#shared/catalogue/subjects.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { ChapterItem } from '#shared/entities/resource.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { findPaperLinks } from './related-pages.tsx'

const key = (id: string) => parseSubjectId(id) as SubjectKey

/** In the order of the API: by track, newest year first. */
const subjects = [
  'bac-SM-2024-Normale',
  'bac-SM-2023-Normale',
  'bac-SM-2023-Rattrapage',
  'bac-SM-2021-Rattrapage',
  'bac-PC-2023-Rattrapage',
  'bac-PC-2023-Normale',
  'bac-SVT-2023-Normale',
  'bac-SVT-2022-Normale',
].map((id) => createSample(SubjectItem, { id, ...key(id) }))

const linksOf = (id: string, chapters = {}) => {
  const { previous, next, sameYear, ...rest } = findPaperLinks(key(id), { subjects, chapters })
  return {
    previous: previous && subjectId(previous),
    next: next && subjectId(next),
    sameYear: sameYear.map(subjectId),
    ...rest,
  }
}

test.each([
  ['bac-SM-2021-Rattrapage', null, 'bac-SM-2023-Normale'],
  ['bac-SM-2023-Normale', 'bac-SM-2021-Rattrapage', 'bac-SM-2023-Rattrapage'],
  ['bac-SM-2023-Rattrapage', 'bac-SM-2023-Normale', 'bac-SM-2024-Normale'],
  ['bac-SM-2024-Normale', 'bac-SM-2023-Rattrapage', null],
])('%s stands between %s and %s of its track', (id, previous, next) => {
  expect(linksOf(id)).toMatchObject({ previous, next })
})

describe('the chapters', () => {
  const item = (differences: Partial<ChapterItem>) =>
    createSample(ChapterItem, {
      year: '2023',
      session: 'Normale',
      resourceType: 'exercise',
      type: 'pdf',
      available: true,
      ...differences,
    })
  const chapters = {
    'SM/electricite/2': [
      item({}),
      item({ resourceType: 'correction' }),
      item({ resourceType: 'correction', type: 'video' }),
      item({ resourceType: 'correction', type: 'video' }),
      item({ resourceType: 'course', year: '2022' }),
    ],
    'SM/ondes/1': [item({ resourceType: 'exam' }), item({ session: 'Rattrapage' })],
    'SM/ondes/2': [item({ available: false })],
    'PC/ondes/1': [item({})],
  }

  test('are those of the track with resources of the same exam, in teaching order', () => {
    expect(linksOf('bac-SM-2023-Normale', chapters).chapters).toEqual([
      { theme: 'ondes', chapter: 1, documents: ['Examen'] },
      { theme: 'electricite', chapter: 2, documents: ['Énoncé', 'Corrigé', 'Corrigé vidéo'] },
    ])
  })
})
