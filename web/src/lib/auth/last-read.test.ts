import { beforeEach, expect, test, vi } from 'vitest'
import { aProfile } from '#web/test/answers.ts'
import { forgetOlderRead, keepRead, keptRead, unsentRead } from './last-read.ts'

const NOW = '2026-03-01T08:00:00.000Z'
const { id: account } = aProfile()
const read = { id: 'bac-SM-2023-Normale', page: 3 }

beforeEach(() => vi.useFakeTimers())

test.each([
  { elsewhere: null, isKept: true },
  { elsewhere: '2026-03-01T07:40:00.000Z', isKept: true },
  { elsewhere: '2026-03-01T07:50:00.000Z', isKept: false },
])(
  'what was read 15 minutes ago by a wrong clock is kept, after a reading elsewhere at $elsewhere: $isKept',
  (row) => {
    vi.setSystemTime(new Date('2031-01-01T00:00:00.000Z'))
    keepRead(account, read)
    vi.advanceTimersByTime(15 * 60_000)
    forgetOlderRead({ profile: aProfile({ lastReadAt: row.elsewhere }), lastActive: NOW })
    expect(keptRead(account) !== null).toBe(row.isKept)
  },
)

test('is not sent for another account, nor with an age before or beyond the limits', () => {
  keepRead(account, read)
  expect(unsentRead('another account')).toBeNull()
  vi.setSystemTime(Date.now() - 60_000)
  expect(unsentRead(account)?.lastRead).toEqual({ ...read, exercise: null, secondsAgo: 0 })
  vi.setSystemTime(Date.now() + 90 * 24 * 3_600_000)
  expect(unsentRead(account)?.lastRead.secondsAgo).toBe(31 * 24 * 3_600)
})
