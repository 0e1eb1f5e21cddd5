import { expect, test } from 'vitest'
import { foldPage, matchesIn } from './find-bar.tsx'

/** Returns the strings that a query finds in the lines of a page. */
function found(lines: string[], query: string): string[] {
  const wanted = foldPage([query]).text.trim()
  return matchesIn(1, foldPage(lines), wanted).map(({ begin, end }) =>
    lines
      .slice(begin.line, end.line + 1)
      .map((text, index, parts) =>
        text.slice(index === 0 ? begin.offset : 0, index === parts.length - 1 ? end.offset : text.length),
      )
      .join('|'),
  )
}

test.each([
  { lines: ["L'Énergie cinétique"], query: 'energie', matches: ['Énergie'] },
  { lines: ['ENERGIE et énergie'], query: 'énergie', matches: ['ENERGIE', 'énergie'] },
  { lines: ['e\u0301nergie'], query: 'énergie', matches: ['e\u0301nergie'] },
  { lines: ['la force', 'de rappel'], query: 'force de', matches: ['force|de'] },
  { lines: ['un exer-', 'cice'], query: 'exercice', matches: ['exer-|cice'] },
  { lines: ['l’œuvre coefﬁcient'], query: "l'oeuvre coefficient", matches: ['l’œuvre coefﬁcient'] },
  { lines: ['𝑥 = 2'], query: 'x = 2', matches: ['𝑥 = 2'] },
  { lines: ['aaaa'], query: 'aa', matches: ['aa', 'aa'] },
  { lines: ['vecteur'], query: 'matrice', matches: [] },
])('finds $query as $matches', ({ lines, query, matches }) => {
  expect(found(lines, query)).toEqual(matches)
})
