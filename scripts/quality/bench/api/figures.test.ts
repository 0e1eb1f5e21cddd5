import { readRouteUnits } from '#scripts/quality/cost/route-units.ts'
import { isHeld } from '../figure.ts'
import { apiFigures } from './figures.ts'

/** From the table that functions/http/access-patterns.test.ts compares with what the emulator counts. */
const units = readRouteUnits()

test.each(apiFigures(units))('$bar: $what is $value $unit', (figure) => {
  expect([figure.value, isHeld(figure)]).toEqual([figure.value, true])
})

test('what a change of Premium costs is published: the guard, and one transaction with its entry and counter', () => {
  expect(units.setPremium).toEqual({
    operations: ['GetItem', 'GetItem', 'TransactWriteItems'],
    read: 2,
    write: 12,
  })
})
