import { randomUUID } from 'node:crypto'
import { startTable, type TestTable } from '../test-support/table.ts'
import { settle } from '../test-support/people.ts'
import { leasesOf } from './leases.ts'
import { usersOf } from './users.ts'

let store: TestTable
beforeAll(async () => {
  store = await startTable()
})
afterAll(() => store.stop())

const now = new Date('2026-03-01T10:00:00.000Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()

test('fifty devices that claim at once: one holds the session, the others hear when to try again', async () => {
  const leases = leasesOf(store.table)
  for (let round = 0; round < 5; round += 1) {
    const { id } = await settle(store.table, { session: null })
    const claims = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        leases.claimLease(id, { ownSessionId: undefined, newSessionId: randomUUID() }, now),
      ),
    )
    const winners = claims.filter(({ status }) => status === 'fulfilled')
    expect(winners).toHaveLength(1)
    for (const claim of claims)
      if (claim.status === 'rejected')
        expect(claim.reason).toMatchObject({
          code: 'SESSION_ALREADY_ACTIVE',
          details: { retryAfterSeconds: 60 },
        })
  }
})
