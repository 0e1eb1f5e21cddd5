import type { ReceiptBucket } from '../aws/receipt-bucket.ts'
import type { UserPool } from '../aws/user-pool.ts'
import type { Stores } from '../data/stores.ts'

/** Everything that handlers pass to use cases. A use case names what it needs: `deps: Pick<Deps, 'users' | 'clock'>`. */
export type Deps = Stores & {
  userPool: UserPool
  receipts: ReceiptBucket
  /** Normalised addresses, the primary owner first. */
  owners: readonly string[]
  clock: Clock
}

/** The source of the time, which tests can set. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
