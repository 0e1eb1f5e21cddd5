import * as fc from 'fast-check'
import * as v from 'valibot'
import { OldFlag, OldText, OldValues, readCells, readInstant } from './cells.ts'

test.each([
  ['2024-05-01 10:11:12.123+00', '2024-05-01T10:11:12.123Z'],
  ['2024-05-01 10:11:12.123456+00', '2024-05-01T10:11:12.123Z'],
  ['2024-05-01 10:11:12+01', '2024-05-01T09:11:12.000Z'],
  ['2024-05-01 10:11:12.5-05:30', '2024-05-01T15:41:12.500Z'],
  ['2024-05-01 10:11:12+0100', '2024-05-01T09:11:12.000Z'],
  ['2024-05-01T10:11:12.123Z', '2024-05-01T10:11:12.123Z'],
  ['2024-05-01T10:11:12z', '2024-05-01T10:11:12.000Z'],
  ['2024-05-01 10:11', '2024-05-01T10:11:00.000Z'],
  ['2024-05-01', '2024-05-01T00:00:00.000Z'],
  ['2024-02-30 10:11:12+00', null],
  ['2024-05-01 25:11:12+00', null],
  ['01/05/2024', null],
  ['infinity', null],
  ['12024-05-01 10:11:12+00', null],
  ['', null],
])('the instant %j is %s', (text, expected) => expect(readInstant(text)).toBe(expected))

test('an instant is the same in whatever zone Postgres writes it', () => {
  const instant = fc.date({ min: new Date('1970-01-02'), max: new Date('2100-01-01'), noInvalidDate: true })
  const micros = fc.integer({ min: 0, max: 999 })
  fc.assert(
    fc.property(instant, micros, fc.integer({ min: -12, max: 14 }), fc.boolean(), (at, rest, zone, isIso) => {
      const local = new Date(at.getTime() + zone * 3_600_000).toISOString().slice(0, -1)
      const offset = `${zone < 0 ? '-' : '+'}${String(Math.abs(zone)).padStart(2, '0')}`
      const fraction = `${local}${String(rest).padStart(3, '0')}`
      const text = isIso ? `${fraction}${offset}:00` : `${fraction.replace('T', ' ')}${offset}`
      expect(readInstant(text)).toBe(at.toISOString())
    }),
  )
})

test.each([
  ['t', true],
  ['TRUE', true],
  [true, true],
  [1, true],
  ['f', false],
  ['false', false],
  [false, false],
  [null, false],
  ['', false],
  ['peut-être', 'fault'],
  [{}, 'fault'],
])('the switch %j is %j', (value, expected) => {
  const read = v.safeParse(OldFlag, value)
  expect(read.success ? read.output : 'fault').toBe(expected)
})

test.each([
  ['{"is_premium": false}', { is_premium: false }],
  [{ a: 1 }, { a: 1 }],
  ['null', null],
  [null, null],
  ['[1, 2]', { valeur: [1, 2] }],
  ['pas du JSON', { valeur: 'pas du JSON' }],
  [3, { valeur: 3 }],
])('the values %j are kept as %j', (value, expected) => {
  expect(v.parse(OldValues, value)).toEqual(expected)
})

test('of a row everything that is wrong is told, once a column', () => {
  const schema = v.object({ a: OldFlag, b: v.pipe(OldText, v.nonEmpty('vide'), v.maxLength(1, 'long')) })
  expect(readCells(schema, { a: 'x', b: '' }, (path) => path.toUpperCase())).toEqual({
    reasons: ['A : Cette valeur doit être vrai ou faux (t, f, true, false)', 'B : vide'],
  })
  expect(readCells(schema, { a: null, b: 7 })).toEqual({ cells: { a: false, b: '7' } })
})
