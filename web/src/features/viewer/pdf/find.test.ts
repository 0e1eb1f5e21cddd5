import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PdfFile, TextItem } from '#web/lib/documents/pdf-file.ts'
import { foldPage, matchesIn, useFind } from './find.ts'

const line = (text: string): TextItem => ({ text, endsLine: true })
const piece = (text: string): TextItem => ({ text, endsLine: false })

/** Returns the strings that a query finds in the text of a page. */
function found(items: TextItem[], query: string): string[] {
  const wanted = foldPage([piece(query)]).text
  return matchesIn(1, foldPage(items), wanted).map(({ begin, end }) =>
    items
      .slice(begin.item, end.item + 1)
      .map(({ text }, index, parts) =>
        text.slice(index === 0 ? begin.offset : 0, index === parts.length - 1 ? end.offset : text.length),
      )
      .join('|'),
  )
}

test.each([
  { items: [line("L'Énergie cinétique")], query: 'energie', matches: ['Énergie'] },
  { items: [line('ENERGIE et énergie')], query: 'énergie', matches: ['ENERGIE', 'énergie'] },
  { items: [line('e\u0301nergie')], query: 'énergie', matches: ['e\u0301nergie'] },
  { items: [piece('éner'), piece('gie')], query: 'energie', matches: ['éner|gie'] },
  { items: [line('la force'), line('de rappel')], query: 'force de', matches: ['force|de'] },
  { items: [line('un exer-'), line('cice')], query: 'exercice', matches: ['exer-|cice'] },
  { items: [line('l’œuvre coefﬁcient')], query: "l'oeuvre coefficient", matches: ['l’œuvre coefﬁcient'] },
  { items: [line('𝑥 = 2')], query: 'x = 2', matches: ['𝑥 = 2'] },
  { items: [line('aaaa')], query: 'aa', matches: ['aa', 'aa'] },
  { items: [line('vecteur')], query: 'matrice', matches: [] },
])('finds $query as $matches', ({ items, query, matches }) => {
  expect(found(items, query)).toEqual(matches)
})

/** Returns a document with a text for each page; null for a page that cannot be read. */
function aDocument(...pages: (string | null)[]): PdfFile {
  return {
    count: pages.length,
    text: async (number: number) => {
      const text = pages[number - 1]
      if (text === null || text === undefined) throw new Error('broken')
      return [line(text)]
    },
  } as unknown as PdfFile
}

test('selects the first match from the page being read on, and steps around the document', async () => {
  const pdf = aDocument('force', 'rien', 'force et force', null)
  const { result } = renderHook(() => useFind(pdf, { from: 1, until: pdf.count }, 2))
  act(() => result.current.find('force'))
  await waitFor(() => expect(result.current.isSearching).toBe(false))
  expect(result.current.matches).toHaveLength(3)
  expect(result.current.current?.page).toBe(3)
  const steps: number[] = []
  for (const direction of [1, 1, -1] as const) {
    act(() => result.current.step(direction))
    steps.push(result.current.index ?? -1)
  }
  expect(steps).toEqual([2, 0, 2])
})
