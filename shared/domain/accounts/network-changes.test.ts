import * as fc from 'fast-check'
import { doNetworksAlternate, noteNetwork } from './network-changes.ts'

const now = new Date('2026-03-10T10:00:00.000Z')

/** Returns calls with one letter for each network, the newest last, so many seconds apart. */
const callsFrom = (networks: string, apart: number) =>
  networks
    .split('')
    .map((network, index) => {
      const age = (networks.length - 1 - index) * apart * 1000
      return noteNetwork(network, new Date(now.getTime() - age))
    })
    .toReversed()

test.each([
  { what: 'no call', networks: '', apart: 15, alternates: false },
  { what: 'one network', networks: 'aaaaaaaaaaaa', apart: 15, alternates: false },
  { what: 'one change', networks: 'aaaaaabbbbbb', apart: 15, alternates: false },
  { what: 'six changes', networks: 'abababa', apart: 15, alternates: false },
  { what: 'seven changes', networks: 'abababab', apart: 15, alternates: true },
  { what: 'seven changes among longer stays', networks: 'aabaabaabaab', apart: 15, alternates: true },
  { what: 'seven changes within nine minutes', networks: 'abababab', apart: 75, alternates: true },
  { what: 'seven changes, the oldest ten minutes ago', networks: 'abababab', apart: 86, alternates: false },
  { what: 'seven changes before an hour of sleep', networks: 'abababab', apart: 600, alternates: false },
  { what: 'many different networks', networks: 'abcdefghijkl', apart: 15, alternates: false },
  { what: 'seven changes and a third network', networks: 'abababcabab', apart: 15, alternates: true },
])('$what: $alternates', ({ networks, apart, alternates }) => {
  expect(doNetworksAlternate(callsFrom(networks, apart), now)).toBe(alternates)
})

test('a phone that changes its network six times or less in ten minutes never alternates', () => {
  const stays = fc.array(
    fc.record({ network: fc.constantFrom('wifi', 'data'), calls: fc.integer({ min: 1, max: 4 }) }),
    { maxLength: 7 },
  )
  fc.assert(
    fc.property(stays, fc.integer({ min: 1, max: 60 }), (visited, apart) => {
      const networks = visited.flatMap(({ network, calls }) => Array.from({ length: calls }, () => network))
      const notes = networks.map((network, age) =>
        noteNetwork(network, new Date(now.getTime() - age * apart * 1000)),
      )
      expect(doNetworksAlternate(notes, now)).toBe(false)
    }),
  )
})
