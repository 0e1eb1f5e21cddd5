import { randomUUID } from 'node:crypto'
import { blockedOf } from '#functions/data/blocked.ts'
import { usersOf } from '#functions/data/users.ts'
import { createOwner } from '#scripts/create-owner.ts'
import { type Product, startProduct } from '../product/product.ts'
import { type SignedIn, signIn } from '../product/signed-in.ts'
import { PASSWORD } from './accounts.ts'
import { CHANGE_ROUTES, type ChangeKind } from './changes.ts'
import { openLedger } from './ledger.ts'
import { type Replayed, replayChanges } from './replays.ts'
import { type Figures, storm } from './storm.ts'

export type CrashOptions = {
  rounds: number
  seed: string
  /** Told what is going on, faults as soon as they are found. */
  say?: (text: string) => void
}

export type CrashReport = {
  /** What could not be tried, since the API does not do it yet. */
  planned: ChangeKind[]
  figures: Figures
  replayed: Omit<Replayed, 'ledger' | 'faults'>
  /** Changes without their entry, entries without their change, and whatever else does not fit together. */
  faults: string[]
}

/** Plays administration on a product of its own while its processes die (quality bars R2 and R3). */
export async function testCrashes({ rounds, seed, say = () => {} }: CrashOptions): Promise<CrashReport> {
  const product = await startProduct()
  let owner: SignedIn | null = null
  try {
    owner = await enterOwner(product)
    const kinds = await kindsThere(owner)
    let count = 0
    const serial = () => {
      count += 1
      return count
    }
    const replayed = await replayChanges({
      product,
      owner,
      kinds,
      serial,
      ledger: await openLedger(product.table),
    })
    say(`20 times at once: ${replayed.kinds} changes, ${replayed.faults.length} faults`)
    sayFaults(say, replayed.faults)
    const { figures, faults } = await storm({
      product,
      owner,
      kinds,
      rounds,
      seed,
      serial,
      onRound: (round, { kills, acknowledged, found }, wrong) => {
        say(
          `round ${round}: ${kills} kills, ${found} of ${acknowledged} changes found, ${wrong.length} faults`,
        )
        sayFaults(say, wrong)
      },
    })
    return {
      planned: (Object.keys(CHANGE_ROUTES) as ChangeKind[]).filter((kind) => !kinds.includes(kind)),
      figures,
      replayed: { kinds: replayed.kinds, calls: replayed.calls, entries: replayed.entries },
      faults: [...replayed.faults, ...faults],
    }
  } finally {
    owner?.leave()
    await product.stop()
  }
}

/** Most of what follows a fault is its echo. */
const FAULTS_SAID = 10

function sayFaults(say: (text: string) => void, faults: readonly string[]): void {
  for (const fault of faults.slice(0, FAULTS_SAID)) say(`FAULT ${fault}`)
}

async function enterOwner(product: Product): Promise<SignedIn> {
  const { cognito, pool, owners, table } = product
  const [email = ''] = owners
  const userPool = { cognito, userPoolId: pool.userPoolId }
  const store = { users: usersOf(table), blocked: blockedOf(table) }
  await createOwner(userPool, store, owners, { email, password: PASSWORD }, new Date())
  return signIn(product, email, PASSWORD)
}

/** The kinds of change whose routes are built: all others answer 501 before they look at what they are asked for. */
async function kindsThere(owner: SignedIn): Promise<ChangeKind[]> {
  const there: ChangeKind[] = []
  for (const [kind, route] of Object.entries(CHANGE_ROUTES)) {
    const params = { id: randomUUID(), email: 'personne@panne.bac' }
    const answer = await owner.send({ route, params, ...(route.body && { body: {} }) })
    if (answer?.status !== 501) there.push(kind as ChangeKind)
  }
  return there
}
