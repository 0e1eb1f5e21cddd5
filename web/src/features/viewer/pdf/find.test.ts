import { expect, test } from 'vitest'
import type { TextItem } from '#web/lib/documents/pdf-file.ts'
import { foldPage, matchesIn } from './find.ts'

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
