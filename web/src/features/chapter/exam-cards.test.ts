import { expect, test } from 'vitest'
import type { ChapterItem } from '#shared/entities/resource.ts'
import { documentLabel, examCards } from './exam-cards.ts'

const item = (
  year: string,
  resourceType: ChapterItem['resourceType'],
  type: ChapterItem['type'],
): ChapterItem => ({
  id: `${year}-${resourceType}-${type}`,
  title: '',
  year,
  session: 'Normale',
  resourceType,
  type,
  isFree: false,
  available: true,
  size: null,
  pages: null,
})

test('the documents of a year and session are one numbered card, the exercise first', () => {
  const cards = examCards([
    item('2024', 'correction', 'video'),
    item('2024', 'correction', 'pdf'),
    item('2024', 'exercise', 'pdf'),
    item('2023', 'exercise', 'pdf'),
  ])
  expect(cards.map(({ title }) => title)).toEqual([
    'Sujet 1 - 2024 - Session Normale',
    'Sujet 2 - 2023 - Session Normale',
  ])
  expect(cards[0]?.items.map(documentLabel)).toEqual([
    'Énoncé (PDF)',
    'Correction (PDF)',
    'Correction (Vidéo)',
  ])
})
