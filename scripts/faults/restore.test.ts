import { testRestore } from './restore/restore-test.ts'

/** The long form is `npm run test:faults -- --only restore`. */
const ITEMS = 2_000

test('a table that was wiped is the same again after a restore that was killed on its way', async () => {
  const { figures, faults } = await testRestore(ITEMS)
  expect(faults).toEqual([])
  expect(figures.items).toBeGreaterThan(ITEMS * 0.99)
  expect(figures.restoreKills).toBe(1)
  expect(figures.after).toEqual(figures.before)
}, 120_000)
