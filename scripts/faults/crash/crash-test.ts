import { enterOwner, serialNumbers } from '../changes/accounts.ts'
import { startProduct } from '../product/product.ts'
import type { SignedIn } from '../product/signed-in.ts'
import { sayFaults } from '../say.ts'
import { type Figures, storm } from './storm.ts'

export type CrashOptions = {
  rounds: number
  seed: string
  /** Told what is going on, faults as soon as they are found. */
  say?: (text: string) => void
}

export type CrashReport = {
  figures: Figures
  /** Changes without their entry, entries without their change, and whatever else does not fit together. */
  faults: string[]
}

/** Plays administration on a product of its own while its processes die (quality bar R2). */
export async function testCrashes({ rounds, seed, say = () => {} }: CrashOptions): Promise<CrashReport> {
  const product = await startProduct()
  let owner: SignedIn | null = null
  try {
    owner = await enterOwner(product)
    return await storm({
      product,
      owner,
      rounds,
      seed,
      serial: serialNumbers(),
      onRound: (round, { kills, acknowledged, found }, wrong) => {
        say(
          `round ${round}: ${kills} kills, ${found} of ${acknowledged} changes found, ${wrong.length} faults`,
        )
        sayFaults(say, wrong)
      },
    })
  } finally {
    owner?.leave()
    await product.stop()
  }
}
