import { testCrashes } from './crash/crash-test.ts'

/** Some 30 s on an idle machine, minutes on a busy one; the long form is `npm run test:faults`. */
const ROUNDS = 8
const PATIENCE_MS = 300_000

test(
  'no change without its entry and no entry without its change, whatever dies, and none twice',
  async () => {
    const { figures, replayed, faults, planned } = await testCrashes({ rounds: ROUNDS, seed: 'jest' })
    expect(faults).toEqual([])
    expect(planned).toEqual([])
    expect(figures.kills).toBeGreaterThanOrEqual(ROUNDS)
    expect(figures.acknowledged).toBeGreaterThan(10 * ROUNDS)
    expect(figures.found).toBe(figures.acknowledged)
    expect(replayed.entries).toBe(replayed.kinds)
  },
  PATIENCE_MS,
)
