import { testCrashes } from './crash/crash-test.ts'

/** Some 15 s on an idle machine, minutes on a busy one; the long form is `npm run test:faults -- --only crash --long`. */
const ROUNDS = 5
const PATIENCE_MS = 300_000

test(
  'no change without its entry and no entry without its change, whatever dies',
  async () => {
    const { figures, faults } = await testCrashes({ rounds: ROUNDS, seed: 'jest' })
    expect(faults).toEqual([])
    expect(figures.kills).toBeGreaterThanOrEqual(ROUNDS)
    expect(figures.acknowledged).toBeGreaterThan(10 * ROUNDS)
    expect(figures.found).toBe(figures.acknowledged)
  },
  PATIENCE_MS,
)
