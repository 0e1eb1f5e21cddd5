import { expect, test } from 'vitest'
import { meantAddress } from './mistyped-domain.ts'

test.each([
  ['nom@gmail.con', 'nom@gmail.com'],
  ['nom@gmial.com', 'nom@gmail.com'],
  ['nom@gmai.com', 'nom@gmail.com'],
  ['nom@gmaill.com', 'nom@gmail.com'],
  ['Nom@GMAIL.COMM', 'Nom@gmail.com'],
  ['nom@hotmil.fr', 'nom@hotmail.fr'],
  ['nom@yaho.fr', 'nom@yahoo.fr'],
  [' nom@gmail.cm ', 'nom@gmail.com'],
])('%s is meant to be %s', (typed, meant) => {
  expect(meantAddress(typed)).toBe(meant)
})

test.each([
  'nom@gmail.com',
  'nom@GMAIL.com',
  'nom@mail.com',
  'nom@email.com',
  'nom@ymail.com',
  'nom@lycee.ma',
  'nom@gail.co',
  '@gmail.con',
  'gmail.con',
  'nom',
  '',
])('%s is left as it is', (typed) => {
  expect(meantAddress(typed)).toBeNull()
})
