import type { Pending } from '../ledger/derived.ts'
import { readSubjectMatter } from '../ledger/items.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { modelOf } from '../ledger/model.ts'
import type { Answer } from '../product/call-api.ts'
import type { Product } from '../product/product.ts'
import type { SignedIn } from '../product/signed-in.ts'
import type { Outcome, Sent } from './accounting.ts'
import { enrol, type Serial } from './accounts.ts'
import { type ChangeKind, callOf, expectedOf } from './changes.ts'
import { drawChange, type Lane } from './lanes.ts'

const ACCOUNTS_OF_LANE = 3
/** The reconciliation itself keeps a change of access noted for a minute, in case a call that made it still lives. */
const KEPT_MS = 70_000

export function openLanes(count: number): Lane[] {
  return Array.from({ length: count }, (_, number) => ({ number, emails: [] }))
}

/**
 * New accounts in the place of those that were deleted; they have no profile until somebody synchronises.
 * @returns hands them to their lanes
 */
export async function fillLanes(
  product: Product,
  { model }: Ledger,
  lanes: readonly Lane[],
  serial: Serial,
): Promise<() => void> {
  const newcomers = await Promise.all(
    lanes.map(({ emails }) => {
      const alive = emails.filter((email) => model.users.has(email)).length
      return enrol(product, Math.max(ACCOUNTS_OF_LANE - alive, 0), serial)
    }),
  )
  return () => lanes.forEach((lane, index) => lane.emails.push(...(newcomers[index] ?? [])))
}

/** An owner's hand at one lane. */
export type Hand = {
  product: Product
  owner: SignedIn
  lane: Lane
  serial: Serial
  random: () => number
}

/**
 * Sends a change of one of the given kinds, drawn from what stands now.
 * @returns null when none of them can be made to what stands, or the table cannot be read
 */
export async function sendDrawn(
  { product, owner, lane, serial, random }: Hand,
  kinds: readonly ChangeKind[],
): Promise<{ sent: Sent; answer: Answer } | null> {
  const items = await readSubjectMatter(product.table).catch(() => null)
  if (!items) return null
  const stood = modelOf(items)
  const change = drawChange(kinds, { stood, lane, random, serial })
  if (!change) return null
  const answer = await owner.send(callOf(change))
  const sent = {
    change,
    expected: expectedOf(change, stood),
    outcome: outcomeOf(answer),
    status: answer?.status ?? null,
  }
  return { sent, answer }
}

/** What the reconciliation should have seen to. */
export function overdueFaults(open: readonly Pending[]): string[] {
  return open
    .filter(({ kind, begunAt }) => kind === 'deletion' || Date.now() - Date.parse(begunAt) > KEPT_MS)
    .map(({ key }) => `still half-done after the reconciliation: ${key}`)
}

/** A refusal while something fails may hide a change that was made: its answer was lost, and its repetition met its work. */
function outcomeOf(answer: Answer): Outcome {
  if (answer === null || answer.status >= 500) return 'unknown'
  if (answer.status < 300) return 'done'
  if (answer.status === 404 || answer.status === 409) return 'refused'
  throw new Error(`A change was sent that cannot be: ${JSON.stringify(answer)}`)
}
