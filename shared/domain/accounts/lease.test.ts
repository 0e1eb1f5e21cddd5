import { holdsLease, isLeaseLive, secondsLeft, staleBefore } from './lease.ts'

const now = new Date('2026-03-01T10:00:00.000Z')
const idleFor = (seconds: number) => ({
  id: 'a',
  lastActive: new Date(now.getTime() - seconds * 1000).toISOString(),
  thumbprint: 'a-key',
})

test.each([
  { idle: 0, live: true, left: 60 },
  { idle: 0.001, live: true, left: 60 },
  { idle: 1, live: true, left: 59 },
  { idle: 30.5, live: true, left: 30 },
  { idle: 59, live: true, left: 1 },
  { idle: 59.999, live: true, left: 1 },
  { idle: 60, live: false, left: 1 },
  { idle: 60.001, live: false, left: 1 },
  { idle: 86_400, live: false, left: 1 },
  // After a clock that ran ahead, not more than the window is left.
  { idle: -5, live: true, left: 60 },
])('a lease idle for $idle s: live $live, $left s left', ({ idle, live, left }) => {
  expect(isLeaseLive(idleFor(idle), now)).toBe(live)
  expect(secondsLeft(idleFor(idle), now)).toBe(left)
})

test('a lease is stale after a minute without activity', () => {
  expect(staleBefore(now)).toBe('2026-03-01T09:59:00.000Z')
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
