import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import type { Lease } from '#shared/domain/lease.ts'
import { settle } from '../test-support/people.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { leasesOf } from './leases.ts'
import { usersOf } from './users.ts'

let store: TestTable
beforeAll(async () => {
  store = await startTable()
})
afterAll(() => store.stop())

const steps = fc.array(
  fc.record({
    /** Milliseconds since the step before. */
    wait: fc.constantFrom(0, 1, 30_000, 59_999, 60_000, 60_001, 3_600_000),
    device: fc.nat({ max: 2 }),
    action: fc.constantFrom('claim', 'renew', 'clear'),
  }),
  { maxLength: 15 },
)

/** What the rule says of one account, in a few lines and without a table. */
function account() {
  let held: { device: number; lastActive: number } | null = null
  return {
    held: () => held,
    claim(device: number, now: number): boolean {
      if (held && held.device !== device && now - held.lastActive < 60_000) return false
      held = { device, lastActive: now }
      return true
    },
    renew(device: number, now: number): boolean {
      if (held?.device !== device) return false
      held = { device, lastActive: now }
      return true
    },
    clear(device: number): boolean {
      if (held?.device === device) held = null
      return true
    },
  }
}

test('whatever three devices do in whatever order, the session is where the rule says', async () => {
  const leases = leasesOf(store.table)
  const users = usersOf(store.table)
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const { id } = await settle(store.table, { session: null })
      const model = account()
      const own: (string | undefined)[] = []
      let now = Date.parse('2026-03-01T10:00:00.000Z')
      for (const { wait, device, action } of history) {
        now += wait
        const at = new Date(now)
        const real = {
          claim: async () => {
            const ids = { ownSessionId: own[device], newSessionId: randomUUID() }
            own[device] = (await leases.claimLease(id, ids, at)).lease.id
          },
          renew: () => leases.renewLease(id, own[device] ?? '', at),
          clear: () => leases.clearLease(id, own[device] ?? ''),
        }
        const succeeded = await real[action]().then(
          () => true,
          () => false,
        )
        expect(succeeded).toBe(model[action](device, now))
        const held = model.held()
        const expected: Lease | null = held && {
          id: own[held.device] ?? '',
          lastActive: new Date(held.lastActive).toISOString(),
        }
        expect((await users.find(id))?.session ?? null).toEqual(expected)
      }
    }),
    { numRuns: 60 },
  )
})
