import { beforeEach, expect, test, vi } from 'vitest'
import { learnTime, onTimeLearned, serverNow } from './server-clock.ts'

const NOW = Date.parse('2026-03-01T10:00:00.000Z')
const DAY_MS = 86_400_000
const date = (time: number) => new Date(time).toUTCString()

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))

test.each([40, 365, -3, -5 * 365])(
  'a clock that is %i days off shows the time of the last answer',
  (days) => {
    vi.setSystemTime(NOW + days * DAY_MS)
    learnTime(date(NOW))
    vi.setSystemTime(NOW + (days + 1) * DAY_MS)
    expect(serverNow()).toBe(NOW + DAY_MS + 1_000)
  },
)

test('the next answer forgets a difference once the clock is put right', () => {
  vi.setSystemTime(NOW + 40 * DAY_MS)
  learnTime(date(NOW))
  vi.setSystemTime(NOW)
  learnTime(date(NOW))
  expect(serverNow()).toBe(NOW)
  expect(localStorage).toHaveLength(0)
})

test('a faster answer corrects what a slow one has told', () => {
  learnTime(date(NOW - 8_000))
  expect(serverNow()).toBe(NOW - 7_000)
  learnTime(date(NOW - 1_000))
  expect(serverNow()).toBe(NOW)
})

test.each([
  ['without a date', null],
  ['with an unreadable date', 'soon'],
  ['that was on its way for 4 s', date(NOW - 4_000)],
])('an answer %s changes nothing', (_, answer) => {
  const listener = vi.fn()
  const stop = onTimeLearned(listener)
  learnTime(answer)
  stop()
  expect(serverNow()).toBe(NOW)
  expect(listener).not.toHaveBeenCalled()
})
