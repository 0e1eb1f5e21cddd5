import { countClaim } from './device-changes.ts'

const known = (holder: string, day: string, count: number) => ({ holder, day, count })
const today = '2026-03-10'

test.each([
  { what: 'the first browser', before: null, after: known('a', today, 0) },
  {
    what: 'the browser that held it last',
    before: known('a', '2026-03-01', 2),
    after: known('a', '2026-03-01', 2),
  },
  { what: 'another one', before: known('b', today, 0), after: known('a', today, 1) },
  { what: 'one more today', before: known('b', today, 3), after: known('a', today, 4) },
  { what: 'the first of a new day', before: known('b', '2026-03-09', 3), after: known('a', today, 1) },
  {
    what: 'one by a clock that was set back',
    before: known('b', '2026-03-11', 3),
    after: known('a', '2026-03-11', 4),
  },
])('counts a claim by $what', ({ before, after }) => {
  expect(countClaim(before, 'a', today)).toEqual(after)
})
