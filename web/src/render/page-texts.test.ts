import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { RUNS } from '#shared/test-support/runs.ts'
import { withFrenchSpaces } from '#shared/writing/french-spaces.ts'
import { renderText } from '#shared/writing/render-text.ts'
import { foreignTags, hostileTexts } from '#shared/writing/test-support/hostile-texts.ts'
import { answersHtml } from './page-texts.ts'

const answer = {
  id: 'p-1',
  documentId: 'bac-SM-2023-Normale',
  exercise: null,
  chapter: null,
  text: 'Pourquoi ?',
  answerHtml: '<p>Parce que</p>',
  answeredAt: '2026-01-01T00:00:00.000Z',
}

test('shows the answers about exercises first, by their numbers', () => {
  const html = answersHtml([answer, { ...answer, exercise: 3 }, { ...answer, exercise: 1 }])
  expect([...html.matchAll(/<h3>([^<]*)/g)].map(([, heading]) => heading)).toEqual([
    withFrenchSpaces('Exercice 1 : Pourquoi ?'),
    withFrenchSpaces('Exercice 3 : Pourquoi ?'),
    withFrenchSpaces('Pourquoi ?'),
  ])
  expect(answersHtml([])).toBe('')
})

test('passes no HTML of a question or an answer on, whatever they contain', () => {
  fc.assert(
    fc.property(hostileTexts, hostileTexts, (text, markdown) => {
      const html = answersHtml([{ ...answer, text, answerHtml: renderText(markdown).html }])
      const own = /^<h2 id="reponses">[^<]*<\/h2><article data-answer=""[^>]*>(.*)<\/article>$/s.exec(
        html,
      )?.[1]
      expect(foreignTags(own ?? '<')).toEqual([])
      const page = new DOMParser().parseFromString(html, 'text/html')
      expect(page.querySelectorAll('h3')[0]?.textContent).toBe(shownText(text))
    }),
    RUNS,
  )
})

/** The parser of pages reads carriage returns and NUL as it does everywhere. */
const shownText = (text: string) => withFrenchSpaces(text).replaceAll(/[\r\n\0]/g, '')
