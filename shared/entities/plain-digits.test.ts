import * as v from 'valibot'
import { parseTime } from '../domain/practice/answer-text.ts'
import { parseQuantity } from '../domain/practice/final-answer.ts'
import { CardCode, SAMPLE_CARD_CODE } from './card.ts'
import { Day, Year } from './fields.ts'
import { plainDigits } from './plain-digits.ts'
import { Phone, WhatsappNumber } from './settings.ts'

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
