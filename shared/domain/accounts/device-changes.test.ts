import { countClaim, isChangeOfBrowser } from './device-changes.ts'

const PHONE = 'Chrome sur Android'
const known = (holder: string, day: string, count: number, browser = PHONE) => ({
  holder,
  browser,
  day,
  count,
})
const today = '2026-03-10'

test.each([
  { what: 'the first browser', before: null, after: known('a', today, 0), change: false },
  {
    what: 'the browser that held it last',
    before: known('a', '2026-03-01', 2),
    after: known('a', '2026-03-01', 2),
    change: false,
  },
  { what: 'another browser', before: known('b', today, 0), after: known('a', today, 1), change: true },
  {
    what: 'its key under another name',
    before: known('a', today, 0, 'Safari sur iPhone'),
    after: known('a', today, 1),
    change: true,
  },
  {
    what: 'the browser that held it last, without a name',
    before: known('a', today, 2, ''),
    after: known('a', today, 2),
    change: false,
  },
  { what: 'one more change today', before: known('b', today, 3), after: known('a', today, 4), change: true },
  {
    what: 'the first change of a new day',
    before: known('b', '2026-03-09', 3),
    after: known('a', today, 1),
    change: true,
  },
  {
    what: 'a change by a clock that was set back',
    before: known('b', '2026-03-11', 3),
    after: known('a', '2026-03-11', 4),
    change: true,
  },
])('counts a claim by $what', ({ before, after, change }) => {
  const claimant = { thumbprint: 'a', browser: PHONE }
  expect(countClaim(before, claimant, today)).toEqual(after)
  expect(isChangeOfBrowser(before, claimant)).toBe(change)
})
