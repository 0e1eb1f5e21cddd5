import { describe, expect, test } from 'vitest'
import type { OfflineDocument } from '#web/lib/offline/offline-state.ts'
import { downloadStep, groupDocuments, outdatedIn } from './kept-documents.ts'

function kept(id: string, differences: Partial<OfflineDocument> = {}): OfflineDocument {
  const place = { track: 'SM', chapter: null, path: '/sujets-bac/sm/2023-normale' }
  const request = { id, title: id, name: id, size: 100, place, answersPaper: null }
  return { ...request, version: '1', pages: 1, fileName: id, bytes: 110, isOutdated: false, ...differences }
}

const NOTHING = { documents: [], queue: [], failures: [] }
const idsOf = (documents: readonly { id: string }[]) => documents.map(({ id }) => id)

describe('a set of two documents', () => {
  const set = [kept('a'), kept('b')]
  const stepOf = (state: Partial<Parameters<typeof downloadStep>[1]>) =>
    downloadStep(set, { ...NOTHING, ...state })

  test('is offered without what is kept already, and with what has a newer version', () => {
    expect(stepOf({ documents: [kept('a')] })).toMatchObject({ step: 'offered', missing: [{ id: 'b' }] })
    expect(stepOf({ documents: [kept('a', { isOutdated: true }), kept('b')] })).toMatchObject({
      step: 'offered',
      missing: [{ id: 'a' }],
    })
  })

  test('runs while one of them waits, and counts no others', () => {
    const state = { documents: [kept('a'), kept('c')], queue: [kept('b'), kept('d')] }
    expect(stepOf(state)).toMatchObject({ step: 'running', kept: 1, waiting: [{ id: 'b' }] })
  })
})

test('a document is outdated when its list names another size; an unknown size says nothing', () => {
  const documents = [
    kept('a'),
    kept('b'),
    kept('c'),
    kept('d', { size: null }),
    kept('e', { listedSize: 40 }),
  ]
  const listed = [
    { id: 'a', size: 100 },
    { id: 'b', size: 101 },
    { id: 'c', size: null },
    { id: 'd', size: 1 },
    { id: 'e', size: 40 },
  ]
  expect(idsOf(outdatedIn(documents, listed))).toEqual(['b'])
})

test('kept documents are grouped by track and chapter, papers first and the newest on top', () => {
  const inChapter = { place: { track: 'SM', chapter: 'Dipôle RC', path: '/science-math/electricite/1' } }
  const groups = groupDocuments([
    kept('r-1', { name: '2019 Normale · Correction', ...inChapter }),
    kept('r-2', { name: '2019 Normale · Énoncé', ...inChapter }),
    kept('p-1', { name: '2019 Normale · Sujet' }),
    kept('p-2', { name: '2023 Normale · Corrigé' }),
    kept('p-3', { name: '2023 Normale · Sujet' }),
    kept('s-1', { place: { track: 'SVT', chapter: null, path: '/sujets-bac/svt/2023-normale' } }),
  ])
  expect(
    groups.map(({ label, places }) => [
      label,
      places.map(({ title, documents }) => [title, idsOf(documents)]),
    ]),
  ).toEqual([
    [
      'Science Math',
      [
        ['Sujets de bac', ['p-3', 'p-2', 'p-1']],
        ['Dipôle RC', ['r-2', 'r-1']],
      ],
    ],
    ['SVT', [['Sujets de bac', ['s-1']]]],
  ])
})
