import { enrol, enterOwner, PASSWORD, type Serial, serialNumbers } from '../changes/accounts.ts'
import { type Change, callOf, FILE } from '../changes/changes.ts'
import { openLedger, readOn } from '../ledger/ledger.ts'
import type { Model } from '../ledger/model.ts'
import { type Product, startProduct } from '../product/product.ts'
import { type SignedIn, signIn } from '../product/signed-in.ts'
import { sayFaults } from '../say.ts'

export type Replayed = {
  /** Changes, one after the other. */
  changes: number
  calls: number
  entries: number
  faults: string[]
}

const AT_ONCE = 20
/** Done, or found done by another of the same calls. */
const FITTING = [200, 201, 204, 404, 409]

/**
 * Sends each kind of change twenty times at once, on a product of its own: it must have one effect, one audit entry, and no
 * failed answer (quality bar R3).
 * @param rounds how often over
 */
export async function testReplays(rounds: number, say: (text: string) => void = () => {}): Promise<Replayed> {
  const product = await startProduct()
  let owner: SignedIn | null = null
  try {
    owner = await enterOwner(product)
    const serial = serialNumbers()
    const done: Replayed = { changes: 0, calls: 0, entries: 0, faults: [] }
    for (let round = 1; round <= rounds; round += 1) {
      const { changes, calls, entries, faults } = await replayEach(product, owner, serial)
      done.changes += changes
      done.calls += calls
      done.entries += entries
      done.faults.push(...faults)
      say(`round ${round}: ${changes} changes, ${entries} audit entries, ${faults.length} faults`)
      sayFaults(say, faults)
    }
    return done
  } finally {
    owner?.leave()
    await product.stop()
  }
}

async function replayEach(product: Product, owner: SignedIn, serial: Serial): Promise<Replayed> {
  const done: Replayed = { changes: 0, calls: 0, entries: 0, faults: [] }
  const [email = ''] = await enrol(product, 1, serial)
  const title = `Reprise ${serial()}`
  let before = await openLedger(product.table)
  for (const step of STEPS) {
    const change = step({ model: before.model, email, title })
    if (change.kind === 'releaseSession') (await signIn(product, email, PASSWORD)).leave()
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => owner.send(callOf(change))))
    const { ledger, entries, faults } = await readOn(product.table, before)
    const statuses = answers.map((answer) => answer?.status ?? 0)
    const isAnswered =
      statuses.some((status) => status < 300) && statuses.every((each) => FITTING.includes(each))
    const label = `${change.kind} ${AT_ONCE} times at once`
    done.changes += 1
    done.calls += AT_ONCE
    done.entries += entries.length
    done.faults.push(
      ...faults.map((fault) => `${label}: ${fault}`),
      ...(entries.length === 1
        ? []
        : [`${label}: ${entries.length} audit entries ${JSON.stringify(entries)}`]),
      ...(isAnswered ? [] : [`${label}: answered ${statuses.join(', ')}`]),
    )
    before = ledger
  }
  return done
}

type Step = (there: { model: Model; email: string; title: string }) => Change

const userOf = ({ model, email }: Parameters<Step>[0]) => ({
  email,
  userId: model.users.get(email)?.id ?? '',
})
const subject = { track: 'SVT', year: '2025', session: 'Normale' } as const
const payment = { amount: 250, means: 'Espèces', reference: '' }
const idOf = ({ model, title }: Parameters<Step>[0]) =>
  [...model.resources].find(([, values]) => values?.title === title)?.[0] ?? ''

/** One after the other, each on what the ones before have made. */
const STEPS: readonly Step[] = [
  () => ({ kind: 'syncUsers' }),
  (there) => ({ kind: 'setPremium', ...userOf(there), isPremium: true }),
  (there) => ({ kind: 'setPremium', ...userOf(there), isPremium: true, payment }),
  (there) => ({ kind: 'setPremium', ...userOf(there), isPremium: false }),
  (there) => ({ kind: 'releaseSession', ...userOf(there) }),
  () => ({ kind: 'addSubject', key: subject, file: `${FILE}-a`, replace: false }),
  () => ({ kind: 'addSubject', key: subject, file: `${FILE}-b`, replace: true }),
  () => ({ kind: 'deleteSubject', key: subject }),
  ({ title }) => ({ kind: 'addResource', text: { title, description: '', year: '2019' } }),
  (there) => ({
    kind: 'updateResource',
    id: idOf(there),
    text: { title: there.title, description: 'Corrigé', year: '2020' },
  }),
  (there) => ({ kind: 'deleteResource', id: idOf(there), title: there.title }),
  ({ title }) => ({
    kind: 'importResources',
    lines: ['2008', '2009', '2010'].map((year) => ({
      year,
      session: 'Rattrapage',
      title: `${title} ${year}`,
    })),
  }),
  ({ email }) => ({ kind: 'blockEmail', email, reason: 'Compte partagé' }),
  ({ email }) => ({ kind: 'unblockEmail', email }),
  (there) => ({ kind: 'deleteUser', ...userOf(there) }),
]
