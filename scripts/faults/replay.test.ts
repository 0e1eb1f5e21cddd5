import { testReplays } from './replay/twenty-times.ts'

/** The long form is `npm run test:faults -- --only replay --long`. */
test('a change that is sent twenty times at once is made and logged once', async () => {
  const { changes, entries, faults } = await testReplays(1)
  expect(faults).toEqual([])
  expect(changes).toBeGreaterThan(10)
  expect(entries).toBe(changes)
}, 120_000)
