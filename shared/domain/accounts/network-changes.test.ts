import { doNetworksAlternate, noteNetwork } from './network-changes.ts'

const calledAt = new Date('2026-03-10T10:00:00.000Z')

/** Returns calls with one letter for each network, the newest last, so many seconds apart. */
const callsFrom = (networks: string, apart: number) =>
  networks
    .split('')
    .map((network, index) => {
      const age = (networks.length - 1 - index) * apart * 1000
      return noteNetwork(network, new Date(calledAt.getTime() - age))
    })
    .toReversed()

test.each([
  ['no call', '', 15, false],
  ['six changes', 'abababa', 15, false],
  ['six changes among longer stays', 'aabbaabaabaa', 15, false],
  ['seven changes', 'abababab', 15, true],
  ['seven changes among longer stays', 'aabaabaabaab', 15, true],
  ['seven changes within nine minutes', 'abababab', 75, true],
  ['seven changes, the oldest ten minutes ago', 'abababab', 86, false],
  ['seven changes before an hour of sleep', 'abababab', 600, false],
  ['many different networks', 'abcdefghijkl', 15, false],
  ['seven changes and a third network', 'abababcabab', 15, true],
])('whether networks alternate by %s', (_, networks, apart, alternates) => {
  expect(doNetworksAlternate(callsFrom(networks, apart), calledAt)).toBe(alternates)
})
