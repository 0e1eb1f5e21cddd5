import { seededRandom } from '#scripts/quality/seeded-random.ts'
import type { Model } from '../ledger/model.ts'
import { CHANGE_KINDS, type ChangeKind } from './changes.ts'
import { drawChange, importFaults } from './lanes.ts'

const user = {
  isPremium: false,
  premiumUntil: null,
  payment: null,
  isAdmin: false,
  createdAt: '2026-01-05T12:00:00.000Z',
}
const stood: Model = {
  users: new Map([
    ['libre@panne.bac', { ...user, id: '1', email: 'libre@panne.bac', isBlocked: false }],
    ['bloque@panne.bac', { ...user, id: '2', email: 'bloque@panne.bac', isBlocked: true }],
    ['autre@panne.bac', { ...user, id: '3', email: 'autre@panne.bac', isBlocked: false }],
  ]),
  blocks: new Map([['bloque@panne.bac', { reason: 'Fraude' }]]),
  subjects: new Map(),
  resources: new Map([
    ['a', { title: 'Fiche de la main 1 7' }],
    ['b', { title: 'Fiche de la main 2 8' }],
  ]),
  signUps: new Map(),
  activations: new Map(),
}

test('a lane changes only what is its own, and only as it stands', () => {
  const random = seededRandom('lanes')
  let count = 0
  const lane = { number: 1, emails: ['libre@panne.bac', 'bloque@panne.bac', 'partie@panne.bac'] }
  const drawn = Array.from({ length: 500 }, () =>
    drawChange(CHANGE_KINDS, {
      stood,
      lane,
      random,
      serial: () => {
        count += 1
        return count
      },
    }),
  )
  const of = (kind: ChangeKind) => drawn.filter((each) => each?.kind === kind)
  expect(new Set(of('setPremium').map((each) => each !== null && 'email' in each && each.email))).toEqual(
    new Set(['libre@panne.bac']),
  )
  expect(new Set(of('blockEmail').map((each) => each !== null && 'email' in each && each.email))).toEqual(
    new Set(['libre@panne.bac', 'partie@panne.bac']),
  )
  expect(new Set(of('unblockEmail').map((each) => each !== null && 'email' in each && each.email))).toEqual(
    new Set(['bloque@panne.bac']),
  )
  expect(of('deleteResource')).not.toEqual([])
  expect(new Set(of('deleteResource').map((each) => each !== null && 'id' in each && each.id))).toEqual(
    new Set(['a']),
  )
  expect(of('deleteSubject')).toEqual([])
  expect(of('importResources')).toEqual([])
})

describe('an import', () => {
  const lines = [{ year: '2012', session: 'Normale', title: 'Neuf' } as const]
  const later = [{ year: '2012', session: 'Normale', title: 'Plus neuf' } as const]
  const sent = (of: typeof lines | typeof later, outcome: 'done' | 'unknown') => ({
    change: { kind: 'importResources' as const, lines: [...of] },
    expected: null,
    outcome,
    status: null,
  })
  const holding = (...titles: string[]): Model => ({
    ...stood,
    resources: new Map(titles.map((title) => [title, { track: 'PC', year: '2012', title }])),
  })

  test.each([
    { what: 'there', calls: [sent(lines, 'done')], found: holding('Neuf'), faults: 0 },
    { what: 'not there', calls: [sent(lines, 'done')], found: holding(), faults: 1 },
    { what: 'there twice', calls: [sent(lines, 'done')], found: holding('Neuf', 'Plus neuf'), faults: 1 },
    {
      what: 'overtaken by a later one',
      calls: [sent(lines, 'done'), sent(later, 'done')],
      found: holding('Neuf'),
      faults: 1,
    },
    {
      what: 'perhaps overtaken by one that broke off',
      calls: [sent(lines, 'done'), sent(later, 'unknown')],
      found: holding('Plus neuf'),
      faults: 0,
    },
    { what: 'nobody knows of', calls: [sent(lines, 'unknown')], found: holding(), faults: 0 },
  ])('that is $what gives $faults faults', ({ calls, found, faults }) => {
    expect(importFaults(calls, found)).toHaveLength(faults)
  })
})
