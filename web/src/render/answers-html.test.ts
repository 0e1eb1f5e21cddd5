import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderText } from '#shared/writing/render-text.ts'
import { withFrenchSpaces } from '#web/lib/format/french-spaces.ts'
import { answersHtml } from './answers-html.ts'

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

const pieces = [
  '<',
  '>',
  '"',
  "'",
  '&',
  '<script>',
  '<img src=x onerror=y>',
  'javascript:',
  '](',
  '[a',
  '$',
  '\n',
  'x',
]

test('passes no HTML of a question or an answer on, whatever they contain', () => {
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, texts, (text, markdown) => {
      const html = answersHtml([{ ...answer, text, answerHtml: renderText(markdown).html }])
      const page = new DOMParser().parseFromString(html, 'text/html')
      expect(
        page.querySelectorAll('script, img, iframe, style, [onerror], [src], [href^="javascript"]'),
      ).toHaveLength(0)
    }),
  )
})
