import * as v from 'valibot'
import { Cursor, Flag, Limit } from './query.ts'

test.each([
  [undefined, 50],
  ['1', 1],
  ['100', 100],
  ['0', null],
  ['101', null],
  ['', null],
  ['1.5', null],
])('the limit %j becomes %j', (input, expected) => {
  const parsed = v.safeParse(Limit, input)
  expect(parsed.success ? parsed.output : null).toBe(expected)
})

test.each([
  [undefined, false],
  ['false', false],
  ['true', true],
  ['1', null],
])('the switch %j becomes %j', (input, expected) => {
  const parsed = v.safeParse(Flag, input)
  expect(parsed.success ? parsed.output : null).toBe(expected)
})

test('a cursor is short and plain', () => {
  expect(v.is(Cursor, 'abc_-9')).toBe(true)
  for (const cursor of ['', 'a b', 'a'.repeat(513), 'a=', null]) expect(v.is(Cursor, cursor)).toBe(false)
})
