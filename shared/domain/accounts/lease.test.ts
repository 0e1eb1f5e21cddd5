import {
  conspicuousness,
  countClaim,
  doNetworksAlternate,
  holdsLease,
  isChangeOfBrowser,
  isLeaseLive,
  noteNetwork,
  secondsLeft,
} from './lease.ts'

const now = new Date('2026-03-01T10:00:00.000Z')
const idleFor = (seconds: number) => ({
  id: 'a',
  lastActive: new Date(now.getTime() - seconds * 1000).toISOString(),
  thumbprint: 'a-key',
})

test.each([
  { idle: 0.001, live: true, left: 60 },
  { idle: 1, live: true, left: 59 },
  { idle: 30.5, live: true, left: 30 },
  { idle: 59.999, live: true, left: 1 },
  { idle: 60, live: false, left: 1 },
  { idle: 86_400, live: false, left: 1 },
  // After a clock that ran ahead, not more than the window is left.
  { idle: -5, live: true, left: 60 },
])('a lease idle for $idle s: live $live, $left s left', ({ idle, live, left }) => {
  expect(isLeaseLive(idleFor(idle), now)).toBe(live)
  expect(secondsLeft(idleFor(idle), now)).toBe(left)
})

test('a lease without a thumbprint, of an earlier version, is not live', () => {
  expect(isLeaseLive({ ...idleFor(1), thumbprint: '' }, now)).toBe(false)
})

const lastHolder = { holder: 'a-key', browser: 'a-name', day: '2026-03-01', count: 0 }

test.each([
  { changes: {}, holds: true },
  { changes: { thumbprint: 'another-key' }, holds: false },
  { changes: { thumbprint: '' }, holds: false },
  { changes: { browser: 'another-name' }, holds: false },
  { changes: { sessionId: 'b' }, holds: false },
  { changes: { sessionId: undefined }, holds: false },
])('the browser of the session, but for $changes, holds the lease: $holds', ({ changes, holds }) => {
  const caller = { sessionId: 'a', thumbprint: 'a-key', browser: 'a-name', ...changes }
  expect(holdsLease({ lease: idleFor(1), deviceChanges: lastHolder }, caller)).toBe(holds)
  expect(holdsLease({ lease: null, deviceChanges: lastHolder }, caller)).toBe(false)
})

test.each([null, { ...lastHolder, browser: '' }])(
  'a lease from before names were kept is held by its key under any name',
  (deviceChanges) => {
    const caller = { sessionId: 'a', thumbprint: 'a-key', browser: 'another-name' }
    expect(holdsLease({ lease: idleFor(1), deviceChanges }, caller)).toBe(true)
  },
)

const PHONE = 'Chrome sur Android'
const known = (holder: string, day: string, count: number, browser = PHONE) => {
  return { holder, browser, day, count }
}
const today = '2026-03-10'

type Changes = ReturnType<typeof countClaim> | null

test.each<[what: string, before: Changes, after: Changes, isChange: boolean]>([
  ['the first browser', null, known('a', today, 0), false],
  ['the browser that held it last', known('a', '2026-03-01', 2), known('a', '2026-03-01', 2), false],
  ['another browser', known('b', today, 0), known('a', today, 1), true],
  ['its key under another name', known('a', today, 0, 'Safari sur iPhone'), known('a', today, 1), true],
  ['the last browser, without a name', known('a', today, 2, ''), known('a', today, 2), false],
  ['one more change today', known('b', today, 3), known('a', today, 4), true],
  ['the first change of a new day', known('b', '2026-03-09', 3), known('a', today, 1), true],
  ['a clock that was set back', known('b', '2026-03-11', 3), known('a', '2026-03-11', 4), true],
])('counts a claim by %s', (_, before, after, isChange) => {
  const claimant = { thumbprint: 'a', browser: PHONE }
  expect(countClaim(before, claimant, today)).toEqual(after)
  expect(isChangeOfBrowser(before, claimant)).toBe(isChange)
})

const thresholds = { documents: 60, deviceChanges: 4, networks: 8 }
const quiet = { documents: 0, deviceChanges: 0, networks: 0, browsers: 0, networksAlternate: false }

test.each([
  { day: { documents: 59, deviceChanges: 3, networks: 7 }, factor: 59 / 60 },
  { day: { documents: 60 }, factor: 1 },
  { day: { deviceChanges: 4 }, factor: 1 },
  { day: { networks: 8 }, factor: 1 },
  { day: { documents: 60, deviceChanges: 12, networks: 16 }, factor: 3 },
  { day: { browsers: 3, deviceChanges: 2 }, factor: 0.5 },
  { day: { browsers: 2 }, factor: 1 },
  { day: { browsers: 4, deviceChanges: 1 }, factor: 2 },
  { day: { networksAlternate: true }, factor: 1 },
])('a day with $day stands out by $factor', ({ factor, day }) => {
  expect(conspicuousness({ ...quiet, ...day }, thresholds)).toBe(factor)
})

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
