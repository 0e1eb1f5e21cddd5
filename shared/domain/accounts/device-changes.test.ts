import { countClaim, isChangeOfBrowser } from './device-changes.ts'

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
