import { describe, expect, test } from 'vitest'
import type { ChapterItem } from '#shared/entities/resource.ts'
import { examCards } from './exam-cards.ts'
import {
  countText,
  type Filters,
  filterCards,
  filterOptions,
  readFilters,
  withFilter,
  withoutFilters,
} from './exam-filters.ts'

const item = (
  year: string,
  session: ChapterItem['session'],
  resourceType: ChapterItem['resourceType'],
  type: ChapterItem['type'],
): ChapterItem => ({
  id: `${year}-${session}-${resourceType}-${type}`,
  title: '',
  year,
  session,
  resourceType,
  type,
  isFree: false,
  available: true,
  size: null,
  pages: null,
})

const cards = examCards([
  item('2024', 'Normale', 'exercise', 'pdf'),
  item('2024', 'Normale', 'correction', 'pdf'),
  item('2024', 'Rattrapage', 'exercise', 'pdf'),
  item('2021', 'Normale', 'exercise', 'pdf'),
  item('2021', 'Normale', 'correction', 'video'),
])

test('offers what the chapter has, each once', () => {
  const { annee, session, type } = filterOptions(cards)
  expect(annee.map(({ value }) => value)).toEqual(['2024', '2021'])
  expect(session.map(({ value }) => value)).toEqual(['Normale', 'Rattrapage'])
  expect(type).toEqual([
    { value: 'correction-pdf', label: 'Correction (PDF)' },
    { value: 'correction-video', label: 'Correction (Vidéo)' },
    { value: 'exercise-pdf', label: 'Énoncé (PDF)' },
  ])
})

test.each<{ filters: Filters; shown: string[]; documents: number }>([
  { filters: {}, shown: ['Sujet 1', 'Sujet 2', 'Sujet 3'], documents: 5 },
  { filters: { annee: '2024' }, shown: ['Sujet 1', 'Sujet 2'], documents: 3 },
  { filters: { session: 'Rattrapage' }, shown: ['Sujet 2'], documents: 1 },
  { filters: { type: 'correction-video' }, shown: ['Sujet 3'], documents: 1 },
  { filters: { annee: '2024', session: 'Normale', type: 'exercise-pdf' }, shown: ['Sujet 1'], documents: 1 },
  { filters: { annee: '2021', session: 'Rattrapage' }, shown: [], documents: 0 },
])('$filters leaves $shown with $documents documents', ({ filters, shown, documents }) => {
  const left = filterCards(cards, filters)
  expect(left.map(({ title }) => title.split(' - ')[0])).toEqual(shown)
  expect(left.flatMap(({ items }) => items)).toHaveLength(documents)
})

describe('the address', () => {
  test('says which filters are set, and what it makes up does not count', () => {
    const query = new URLSearchParams('annee=1999&session=Normale&type=exercise-pdf&autre=1')
    expect(readFilters(query, filterOptions(cards))).toEqual({ session: 'Normale', type: 'exercise-pdf' })
  })

  test('keeps what is not a filter', () => {
    const query = new URLSearchParams('autre=1&annee=2024')
    expect(withFilter(query, 'session', 'Normale').toString()).toBe('autre=1&annee=2024&session=Normale')
    expect(withFilter(query, 'annee', '').toString()).toBe('autre=1')
    expect(withoutFilters(query).toString()).toBe('autre=1')
  })
})

test.each([
  [0, 7, '0 sujet sur 7'],
  [1, 1, '1 sujet'],
  [1, 7, '1 sujet sur 7'],
  [2, 7, '2 sujets sur 7'],
  [7, 7, '7 sujets'],
])('%i of %i reads %j', (shown, all, text) => {
  expect(countText(shown, all)).toBe(text)
})
