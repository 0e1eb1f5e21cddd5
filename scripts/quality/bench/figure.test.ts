import { bars } from './bars.ts'
import { figureOf, isHeld } from './figure.ts'
import { figureTable, inColumns } from './terminal.ts'

test.each([
  { bar: bars.homeScript, value: 110, held: true },
  { bar: bars.homeScript, value: 110.0001, held: false },
  { bar: bars.layoutShift, value: 0, held: true },
  { bar: bars.layoutShift, value: 0.0001, held: false },
  { bar: bars.heartbeatWrites, value: 0, held: false },
  { bar: bars.homeScript, value: Number.NaN, held: false },
])('$value with $bar.limit is held: $held', ({ bar, value, held }) => {
  const figure = figureOf(bar, 'accueil', value)
  expect(isHeld(figure)).toBe(held)
  // As it is kept in a file.
  expect(isHeld(JSON.parse(JSON.stringify(figure)) as typeof figure)).toBe(held)
})

test('a bar that is passed by a hair looks passed', () => {
  const text = inColumns(figureTable([figureOf(bars.homePaint, 'accueil', 1.1001)]))
  expect(text.split('\n').at(-1)?.split(/ {2,}/)).toEqual(['P5', 'accueil', '1.11 ×', '≤ 1.1 ×', 'dépassé'])
})
