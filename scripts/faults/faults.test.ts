import { testServices } from './services/services-test.ts'

/** Every fault at every call; `npm run test:faults -- --only faults` has some of the calls failing too, `--long` more of them. */
const PATIENCE_MS = 400_000

test(
  'whatever the table, Cognito and Drive do, nothing is lost, opened, late or told wrongly',
  async () => {
    const played = await testServices({ percents: [100], spreads: 1, seed: 'jest' })
    const findings = played.flatMap(({ system, kind, percent, ...each }) =>
      each.findings.map((finding) => ({ service: `${system} ${kind} ${percent} %`, ...finding })),
    )
    expect(findings).toEqual([])
    expect(played).toHaveLength(5 + 4 + 4)
    // With every call hit, next to nothing goes through; that so much is barred shows that it was asked for.
    for (const { system, kind, blows, barred, refused } of played) {
      expect(barred).toBeGreaterThan(10)
      expect([system, kind, blows > 0]).toEqual([system, kind, true])
      if (system === 'table' && kind === 'error') expect(refused).toBeGreaterThan(20)
    }
  },
  PATIENCE_MS,
)
