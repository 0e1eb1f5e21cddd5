import { setTimeout } from 'node:timers/promises'
import { seededRandom } from '#scripts/quality/seeded-random.ts'
import { type Sent, settle } from '../changes/accounting.ts'
import { accountFaults, type Serial } from '../changes/accounts.ts'
import { CHANGE_KINDS } from '../changes/changes.ts'
import { fillLanes, type Hand, openLanes, overdueFaults, sendDrawn } from '../changes/hands.ts'
import { importFaults, type Lane } from '../changes/lanes.ts'
import { openLedger, readOn } from '../ledger/ledger.ts'
import type { Product } from '../product/product.ts'
import type { SignedIn } from '../product/signed-in.ts'
import { type Kill, prepareKill } from './kill.ts'
import { drawKillPlan } from './kill-plan.ts'

export type StormOptions = {
  product: Product
  owner: SignedIn
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
/** One run in three is killed, some time within what it takes. */
const KILLED_RECONCILIATIONS = 1 / 3
const RECONCILIATION_MS = 150

/** Sends changes while processes die, and compares after each round all that is stored with all that the log says. */
export async function storm(options: StormOptions): Promise<{ figures: Figures; faults: string[] }> {
  const { product, owner, rounds, seed, serial } = options
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
  const lanes = openLanes(LANES)
  let ledger = await openLedger(product.table)
  const handOver = await fillLanes(product, ledger, lanes, serial)
  await product.reconcile()
  ledger = await openLedger(product.table)
  handOver()
  for (let round = 1; round <= rounds; round += 1) {
    const random = seededRandom(`${seed}/${round}`)
    const welcome = await fillLanes(product, ledger, lanes, serial)
    await owner.stayActive()
    const kill = prepareKill(product, drawKillPlan(random))
    const run = { product, owner, kill, serial }
    const { sent, killed } = await runLanes(run, lanes, `${seed}/${round}`)
    figures.kills += killed
    const atOnce = await readOn(product.table, ledger)
    const accounts = settle(sent, atOnce.entries)
    const apart = await accountFaults(product, atOnce.ledger.model)
    figures.kills += await reconcile(product, random)
    const later = await readOn(product.table, atOnce.ledger)
    ledger = later.ledger
    welcome()
    const faults = [
      ...accounts.faults,
      ...atOnce.faults,
      ...later.faults,
      ...importFaults(sent, ledger.model),
      ...overdueFaults(later.open),
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

type LaneRun = Hand & { kill: Kill }

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
async function runLane({ kill, ...hand }: LaneRun): Promise<Sent[]> {
  const all: Sent[] = []
  while (all.length < CHANGES_OF_LANE) {
    await kill.untilUp()
    const made = await sendDrawn(hand, CHANGE_KINDS)
    if (made) all.push(made.sent)
    // The table was killed just now.
    else await setTimeout(20)
  }
  return all
}
