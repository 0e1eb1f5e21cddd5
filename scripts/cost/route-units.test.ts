import type { RouteName } from '#shared/contract/routes.ts'
import { readRouteUnits } from './route-units.ts'

const units = readRouteUnits()

/** Bar P10, from the table that functions/http/access-patterns.test.ts compares with what the emulator counts. */
test.each<{ kind: string; most: number; names: RouteName[] }>([
  { kind: 'a public read', most: 1, names: ['listSubjects', 'getChapter', 'listVideos'] },
  { kind: 'a heartbeat', most: 1, names: ['renewSession'] },
  { kind: 'a ticket', most: 2, names: ['getTicket'] },
  {
    kind: "an owner's change",
    most: 2,
    names: [
      'setPremium',
      'releaseSession',
      'addSubject',
      'deleteSubject',
      'addResource',
      'updateResource',
      'deleteResource',
      'blockEmail',
      'unblockEmail',
    ],
  },
])('$kind makes at most $most round trips', ({ most, names }) => {
  for (const name of names) expect([name, units[name].operations.length <= most]).toEqual([name, true])
})

test('a heartbeat is one write unit and no read (P11)', () => {
  expect(units.renewSession).toEqual({ operations: ['UpdateItem'], read: 0, write: 1 })
})

test('a change of Premium is the guard and one transaction (P12)', () => {
  expect(units.setPremium).toEqual({ operations: ['BatchGetItem', 'TransactWriteItems'], read: 2, write: 12 })
})

test('no route scans', () => {
  const scanning = Object.entries(units).filter(([, { operations }]) => operations.includes('Scan'))
  expect(scanning).toEqual([])
})

test('a page that lacks a route is refused', () => {
  expect(() => readRouteUnits('| GET /api/health | none | 0 | 0 |')).toThrow('GET /api/subjects')
})
