import { setTimeout } from 'node:timers/promises'
import { seededRandom } from '#scripts/local/drive/seeded-random.ts'
import type { Product } from '../product/product.ts'
import type { Answer, SignedIn } from '../product/signed-in.ts'
import { type Outcome, type Sent, settle } from './accounting.ts'
import { accountFaults, enrol } from './accounts.ts'
import { type ChangeKind, callOf, expectedOf } from './changes.ts'
import type { Pending } from './derived.ts'
import { readSubjectMatter } from './items.ts'
import { type Kill, prepareKill } from './kill.ts'
import { drawKillPlan } from './kill-plan.ts'
import { drawChange, importFaults, type Lane, type Serial } from './lanes.ts'
import { type Ledger, openLedger, readOn } from './ledger.ts'
import { modelOf } from './model.ts'

export type StormOptions = {
  product: Product
  owner: SignedIn
  /** What may be changed: routes that later work fills are left out. */
  kinds: readonly ChangeKind[]
  rounds: number
  seed: string
  serial: Serial
  /** Told after each round. */
  onRound: (round: number, figures: Figures, faults: readonly string[]) => void
}

export type Figures = {
  rounds: number
  /** Processes killed. */
  kills: number
  sent: number
  acknowledged: number
  /** Of those, whose audit entry stands in the log. */
  found: number
  /** Made, though the API could not say so any more. */
  unacknowledged: number
  entries: number
  /** Accounts on which Cognito and the table disagreed after a round, until the reconciliation had run. */
  resumed: number
  /** Search entries that lead nowhere after a broken import; readers pass them over. */
  staleHints: number
}

const LANES = 4
const CHANGES_OF_LANE = 6
const ACCOUNTS_OF_LANE = 3
const KEPT_MS = 70_000
/** One run in three is killed, some time within what it takes. */
const KILLED_RECONCILIATIONS = 1 / 3
const RECONCILIATION_MS = 150

/** Sends changes while processes die, and compares after each round all that is stored with all that the log says. */
export async function storm(options: StormOptions): Promise<{ figures: Figures; faults: string[] }> {
  const { product, owner, kinds, rounds, seed, serial } = options
  const figures: Figures = {
    rounds: 0,
    kills: 0,
    sent: 0,
    acknowledged: 0,
    found: 0,
    unacknowledged: 0,
    entries: 0,
    resumed: 0,
    staleHints: 0,
  }
  const all: string[] = []
  const lanes = Array.from({ length: LANES }, (_, number): Lane => ({ number, emails: [] }))
  let ledger = await openLedger(product.table)
  const settled = await fillLanes(product, ledger, lanes, serial)
  await product.reconcile()
  ledger = await openLedger(product.table)
  hand(lanes, settled)
  for (let round = 1; round <= rounds; round += 1) {
    const random = seededRandom(`${seed}/${round}`)
    const newcomers = await fillLanes(product, ledger, lanes, serial)
    await owner.stayActive()
    const kill = prepareKill(product, drawKillPlan(random))
    const run = { product, owner, kinds, kill, serial }
    const { sent, killed } = await runLanes(run, lanes, `${seed}/${round}`)
    figures.kills += killed
    const atOnce = await readOn(product.table, ledger)
    const accounts = settle(sent, atOnce.entries)
    const apart = await accountFaults(product, atOnce.ledger.model)
    figures.kills += await reconcile(product, random)
    const later = await readOn(product.table, atOnce.ledger)
    ledger = later.ledger
    hand(lanes, newcomers)
    const faults = [
      ...accounts.faults,
      ...atOnce.faults,
      ...later.faults,
      ...importFaults(sent, ledger.model),
      ...later.open.filter(isOverdue).map(({ key }) => `still half-done after the reconciliation: ${key}`),
      ...(await accountFaults(product, ledger.model)),
    ].map((fault) => `round ${round}: ${fault}`)
    all.push(...faults)
    figures.rounds = round
    figures.sent += sent.length
    figures.acknowledged += accounts.acknowledged
    figures.found += accounts.found
    figures.unacknowledged += accounts.unacknowledged
    figures.entries += atOnce.entries.length + later.entries.length
    figures.resumed += apart.length
    figures.staleHints = later.staleHints
    options.onRound(round, figures, faults)
  }
  return { figures, faults: all }
}

/** New accounts in the place of those that were deleted; they have no profile until somebody synchronises. */
function fillLanes(product: Product, { model }: Ledger, lanes: readonly Lane[], serial: Serial) {
  return Promise.all(
    lanes.map(({ emails }) => {
      const alive = emails.filter((email) => model.users.has(email)).length
      return enrol(product, Math.max(ACCOUNTS_OF_LANE - alive, 0), serial)
    }),
  )
}

function hand(lanes: readonly Lane[], newcomers: readonly string[][]): void {
  lanes.forEach((lane, index) => lane.emails.push(...(newcomers[index] ?? [])))
}

/** The reconciliation may die like anything else; the run after it makes good. @returns how many processes were killed */
async function reconcile(product: Product, random: () => number): Promise<number> {
  const isKilled = random() < KILLED_RECONCILIATIONS
  if (isKilled) {
    const broken = product.reconcile().catch(() => {})
    await setTimeout(random() * RECONCILIATION_MS)
    await product.kill('table')
    await product.revive('table')
    await broken
  }
  // The scheduler repeats a run that failed.
  await product.reconcile().catch(product.reconcile)
  return isKilled ? 1 : 0
}

type LaneRun = Pick<StormOptions, 'product' | 'owner' | 'kinds' | 'serial'> & {
  kill: Kill
  lane: Lane
  random: () => number
}

/** All lanes at once, with the kill among them. */
async function runLanes(run: Omit<LaneRun, 'lane' | 'random'>, lanes: readonly Lane[], seed: string) {
  const works = lanes.map((lane) => runLane({ ...run, lane, random: seededRandom(`${seed}/${lane.number}`) }))
  // Whatever becomes of a lane, nothing is killed or started after the round.
  const ended = await Promise.allSettled(works)
  const killed = await run.kill.end()
  const broken = ended.find((each) => each.status === 'rejected')
  if (broken) throw broken.reason
  return { sent: (await Promise.all(works)).flat(), killed }
}

/** One change after the other, each drawn from what stands when it is sent. */
async function runLane({ product, owner, kinds, kill, lane, serial, random }: LaneRun): Promise<Sent[]> {
  const sent: Sent[] = []
  while (sent.length < CHANGES_OF_LANE) {
    await kill.untilUp()
    const items = await readSubjectMatter(product.table).catch(() => null)
    if (!items) {
      // It was killed just now.
      await setTimeout(20)
      continue
    }
    const stood = modelOf(items)
    const change = drawChange(kinds, { stood, lane, random, serial })
    const answer = await owner.send(callOf(change))
    sent.push({
      change,
      expected: expectedOf(change, stood),
      outcome: outcomeOf(answer),
      status: answer?.status ?? null,
    })
  }
  return sent
}

/** The reconciliation itself keeps a change of access noted for a minute, in case a call that made it still lives. */
function isOverdue({ kind, begunAt }: Pending): boolean {
  return kind === 'deletion' || Date.now() - Date.parse(begunAt) > KEPT_MS
}

/** A refusal while processes die may hide a change that was made: its answer was lost, and its repetition met its work. */
function outcomeOf(answer: Answer): Outcome {
  if (answer === null || answer.status >= 500) return 'unknown'
  if (answer.status < 300) return 'done'
  if (answer.status === 404 || answer.status === 409) return 'refused'
  throw new Error(`A change was sent that cannot be: ${JSON.stringify(answer)}`)
}
