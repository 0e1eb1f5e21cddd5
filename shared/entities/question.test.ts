import * as v from 'valibot'
import { AnswerText, PublishedText } from './question.ts'

test.each([
  'Appelez le 06 12 34 56 78',
  'Tél : 0612345678.',
  '+212 6-12-34-56-78',
  '00212712345678',
  'salma@exemple.test',
  'insta : @salma',
])('refuses to publish %s', (text) => {
  expect(v.is(PublishedText, text)).toBe(false)
})

test.each([
  'Pourquoi $v = 3{,}00 \\times 10^8$ et non 299 792 458 ?',
  'h = 6,0512345678 ou 1.0612345678 ?',
  'Exercice 06, page 12 : 34 56',
  "À l'instant t @ 20 °C",
  '',
])('publishes %s', (text) => {
  expect(v.parse(PublishedText, text)).toBe(text)
})

test('keeps line breaks, tabs, emoji and Arabic, and no character that hides or reverses text', () => {
  const kept = 'a\n\tλ 🎓 \u200Fالسلام'
  expect(v.parse(AnswerText, `\u0000${kept}\r\u202E\u2066b\u007F`)).toBe(`${kept}b`)
  expect(v.is(AnswerText, '\u202E \u0000')).toBe(false)
})
