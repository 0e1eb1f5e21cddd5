import * as v from 'valibot'
import { parseTime } from '../domain/practice/answer-text.ts'
import { parseQuantity } from '../domain/practice/final-answer.ts'
import { CardCode, SAMPLE_CARD_CODE } from './card.ts'
import { Day, DocumentId, Email, NewEmail, Password, requiredText, wholeNumber, Year } from './fields.ts'
import { plainDigits } from './plain-digits.ts'
import { Phone, WhatsappNumber } from './settings.ts'

test.each<[input: unknown, expected: string | null]>([
  [' Eleve@Exemple.TEST ', 'eleve@exemple.test'],
  ['a@b.c', 'a@b.c'],
  ['a@b', null],
  ['a b@c.d', null],
  ["!#$%&'*+-/=?^_`{|}~.9@b.c", "!#$%&'*+-/=?^_`{|}~.9@b.c"],
  ['a@@b.c', null],
  ['é@exemple.test', null],
  // Letters that look like Latin ones, also when their lower case is Latin.
  ['\u0430dmin@b.c', null],
  ['\u212aarim@b.c', null],
  ['\uff41@b.c', null],
  // Invisible characters.
  ...[0xfe0f, 0x3164, 0x115f, 0x17b4, 0xffa0, 0xe0100, 0x180b, 0x034f, 0x2800, 0x00ad, 0x7f]
    .map((point) => String.fromCodePoint(point))
    .flatMap((sign): [string, null][] => [
      [`a${sign}@b.c`, null],
      [`a@b.c${sign}`, null],
    ]),
  ['a\u202e@b.c', null],
  ['a\ud800@b.c', null],
  [`${'a'.repeat(250)}@b.c`, `${'a'.repeat(250)}@b.c`],
  [`${'a'.repeat(251)}@b.c`, null],
  [42, null],
])('the address %j becomes %j', (input, expected) => {
  const parsed = v.safeParse(Email, input)
  expect(parsed.success ? parsed.output : null).toBe(expected)
})

test.each([
  ['Eleve.Nom+bac_2-a@lycee-5.Exemple.ma', true],
  ["o'brien@a.b-c.d", true],
  ['_a@b.c', true],
  ['1@xn--bcher-kva.example', true],
  [`${'a'.repeat(64)}@b.c`, true],
  [`${'a'.repeat(65)}@b.c`, false],
  ['x<owner@exemple.test', false],
  ['x<owner@exemple.test>', false],
  ['"eleve"@exemple.test', false],
  ['eleve@x.ma?bcc=w', false],
  ['eleve&bcc=w@x.ma', false],
  ['eleve,autre@x.ma', false],
  ['eleve%autre@x.ma', false],
  ...Array.from("=+-@.'", (sign): [string, boolean] => [`${sign}1@x.ma`, false]),
  ['eleve@[127.0.0.1]', false],
  ['eleve@-x.ma', false],
  ['eleve@x-.ma', false],
  ['eleve@x..ma', false],
  ['eleve@x.ma.', false],
  ['eleve@x_y.ma', false],
])('the address %j may sign up: %s', (address, isAccepted) => {
  const { issues } = v.safeParse(NewEmail, address)
  expect(issues?.[0]?.message).toBe(isAccepted ? undefined : 'Veuillez entrer une adresse email valide')
})

test.each<[what: string, schema: v.GenericSchema, accepted: unknown[], refused: unknown[]]>([
  ['a password', Password, ['a'.repeat(6), 'a'.repeat(256)], ['a'.repeat(5), 'a'.repeat(257), 123_456]],
  ['a document id', DocumentId, ['a', '_-9', 'a'.repeat(64)], ['', 'a'.repeat(65), 'a/b', 'a\n', 'é']],
  ['a day', Day, ['2024-02-29', '2026-12-31'], ['2026-02-29', '2026-13-01', '2026-1-1', '2026-01-01T00:00']],
  ['a required text', requiredText(3), ['a', ' abc ', '😀'], ['', '   ', 'abcd', '\ud83d', null]],
  ['a whole number', wholeNumber(1, 12, 'x'), [1, 12], [0, 13, 1.5, '1', Number.NaN]],
])('%s has its bounds', (_, schema, accepted, refused) => {
  for (const input of accepted) expect([input, v.is(schema, input)]).toEqual([input, true])
  for (const input of refused) expect([input, v.is(schema, input)]).toEqual([input, false])
})

test.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['٢٥٠٫٥', '250,5'],
  ['7K3F', '7K3F'],
])('reads %s as %s', (typed, plain) => {
  expect(plainDigits(typed)).toBe(plain)
})

test.each<[string, v.GenericSchema<string, string>, string, string]>([
  ['a card', CardCode, '٧k٣f-٩qxm-٢ht٨', SAMPLE_CARD_CODE],
  ['a year', Year, '٢٠٢٣', '2023'],
  ['a day', Day, '٢٠٢٦-٠٣-٠١', '2026-03-01'],
  ['a phone number', Phone, '+٢١٢ ٦١٢ ٣٤٥ ٦٧٨', '+212 612 345 678'],
  ['a number of WhatsApp', WhatsappNumber, '٢١٢٦١٢٣٤٥٦٧٨', '212612345678'],
])('the schema of %s takes it from an Arabic keyboard', (_, schema, typed, stored) => {
  expect(v.parse(schema, typed)).toBe(stored)
})

test('instants of videos and answers of exercises are read as well', () => {
  expect(parseTime('٤:٣٠')).toBe(270)
  expect(parseQuantity('١٫٢e-٣ V')).toEqual({ value: 0.0012, unit: 'V' })
})
