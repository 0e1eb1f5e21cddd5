import { setTimeout } from 'node:timers/promises'
import { createProgress } from '#functions/data/progress.ts'
import { type Sent, settle } from '../changes/accounting.ts'
import { accountFaults, enterOwner, serialNumbers } from '../changes/accounts.ts'
import { fillLanes, openLanes, overdueFaults } from '../changes/hands.ts'
import { importFaults } from '../changes/lanes.ts'
import { openLedger, readOn } from '../ledger/ledger.ts'
import { type Product, SYSTEMS, startProduct } from '../product/product.ts'
import { sayFaults } from '../say.ts'
import type { Visit } from './calls.ts'
import { KINDS_OF } from './fault-kinds.ts'
import { type Combination, type Injected, inject } from './injector.ts'
import type { Finding, Verdict } from './judge.ts'
import { leave, settlePeople } from './people.ts'
import { HANDS, type Stage, spread } from './spread.ts'

export type ServicesOptions = {
  percents: readonly number[]
  /** How often everybody makes his calls while a service fails in one way. */
  spreads: number
  seed: string
  say?: (text: string) => void
}

export type Played = Combination &
  Injected & {
    calls: number
    answered: number
    /** Who may not have what he asked for, and did not get it. */
    barred: number
    /** Who may, and was asked to try again. */
    refused: number
    longestMs: number
    /** Of the calls that work through many items. */
    longestWorkMs: number
    findings: Finding[]
  }

/** Nobody opens more documents in a minute than he may, however quick the machine is. */
const SPREAD_AT_LEAST_MS = 4_000

/** Of one call to a service, the first one included; the table's conflicts may go on into throttling. */
export const ATTEMPTS_AT_MOST = { table: 9, users: 2, drive: 5 } as const

/**
 * Lets the table, Cognito and Drive fail in every way at every rate, while people use the site (quality bar R4), on a product
 * of its own. All that was acknowledged must stand; all that was not must stand whole or not at all.
 */
export async function testServices({
  percents,
  spreads,
  seed,
  say = () => {},
}: ServicesOptions): Promise<Played[]> {
  const product = await startProduct()
  const endings: (() => void)[] = []
  try {
    const owner = await enterOwner(product)
    endings.push(owner.leave)
    const serial = serialNumbers()
    const people = await settlePeople(product, owner, serial)
    endings.push(() => leave(people))
    const stage = await openStage({ product, owner, people, serial, kept: new Map() })
    await rehearse(stage)
    const all: Played[] = []
    for (const combination of combinationsOf(percents)) {
      const played = await play(stage, combination, { spreads, seed })
      const { system, kind, percent, calls, refused, findings } = played
      say(`${system} ${kind} ${percent} %: ${calls} calls, ${refused} refused, ${findings.length} faults`)
      sayFaults(
        say,
        findings.map(({ kind: bar, text }) => `${bar}: ${text}`),
      )
      all.push(played)
    }
    return all
  } finally {
    for (const end of endings) end()
    await product.stop()
  }
}

function combinationsOf(percents: readonly number[]): Combination[] {
  return SYSTEMS.flatMap((system) =>
    KINDS_OF[system].flatMap((kind) => percents.map((percent) => ({ system, kind, percent }))),
  )
}

async function openStage(visit: Visit): Promise<Stage> {
  const { product, serial } = visit
  const lanes = openLanes(HANDS.table.length)
  const handOver = await fillLanes(product, await openLedger(product.table), lanes, serial)
  await product.reconcile()
  handOver()
  return { ...visit, lanes, ledger: await openLedger(product.table) }
}

/**
 * Starts every function, and shows that without a fault everything goes well: only then does anything else say something
 * about faults.
 * @throws Error when it does not
 */
async function rehearse(stage: Stage): Promise<void> {
  const { product } = stage
  const plain = { system: 'table', percent: 100 } as const
  await spread(stage, plain, 'start')
  stage.ledger = await openLedger(product.table)
  const { sent, verdicts } = await spread(stage, plain, 'rehearsal')
  const ledger = await readOn(product.table, stage.ledger)
  const findings = verdicts.flatMap((verdict) => verdict.findings)
  if (findings.some(({ kind }) => kind === 'late'))
    throw new Error('This machine is too busy: answers take more than 10 s without any fault')
  const wrong = [
    ...findings.map(({ text }) => text),
    ...settle(sent, ledger.entries).faults,
    ...verdicts.flatMap(({ outcome }) => (outcome === 'refused' ? ['somebody was asked to try again'] : [])),
  ]
  if (wrong.length > 0) throw new Error(`Not well without any fault: ${wrong.join('; ')}`)
  stage.ledger = ledger.ledger
}

async function play(
  stage: Stage,
  combination: Combination,
  { spreads, seed }: Pick<ServicesOptions, 'spreads' | 'seed'>,
): Promise<Played> {
  const { product, lanes, owner, people, serial } = stage
  const welcome = await fillLanes(product, stage.ledger, lanes, serial)
  await Promise.all([owner, people.premium, people.free].map((each) => each.stayActive()))
  const name = `${seed}/${combination.system}/${combination.kind}/${combination.percent}`
  const injector = inject(product, combination, name)
  const sent: Sent[] = []
  const verdicts: Verdict[] = []
  for (let number = 1; number <= spreads; number += 1) {
    const [done] = await Promise.all([
      spread(stage, combination, `${name}/${number}`),
      setTimeout(SPREAD_AT_LEAST_MS),
    ])
    sent.push(...done.sent)
    verdicts.push(...done.verdicts)
  }
  const injected = await injector.lift()
  const state = await compare(stage, sent)
  welcome()
  const limit = ATTEMPTS_AT_MOST[combination.system]
  return {
    ...combination,
    ...injected,
    calls: verdicts.length,
    ...countOutcomes(verdicts),
    longestMs: longestOf(verdicts.filter(({ isLong }) => !isLong)),
    longestWorkMs: longestOf(verdicts.filter(({ isLong }) => isLong)),
    findings: [
      ...verdicts.flatMap(({ findings }) => findings),
      ...state.map((text): Finding => ({ kind: 'state', text })),
      ...(injected.mostAttempts > limit
        ? [{ kind: 'attempts' as const, text: `${injected.mostAttempts} attempts of one call` }]
        : []),
    ],
  }
}

function longestOf(verdicts: readonly Verdict[]): number {
  return Math.max(0, ...verdicts.map(({ ms }) => ms))
}

function countOutcomes(verdicts: readonly Verdict[]) {
  const count = (wanted: Verdict['outcome']) => verdicts.filter(({ outcome }) => outcome === wanted).length
  return { answered: count('answered'), barred: count('barred'), refused: count('refused') }
}

/** What does not fit together once the service is well again, and once the reconciliation has run. */
async function compare(stage: Stage, sent: readonly Sent[]): Promise<string[]> {
  const { product, people, kept } = stage
  const atOnce = await readOn(product.table, stage.ledger)
  const accounts = settle(sent, atOnce.entries)
  await product.reconcile()
  const later = await readOn(product.table, atOnce.ledger)
  stage.ledger = later.ledger
  return [
    ...accounts.faults,
    ...atOnce.faults,
    ...later.faults,
    ...importFaults(sent, later.ledger.model),
    ...overdueFaults(later.open),
    ...(await accountFaults(product, later.ledger.model)),
    ...(await markFaults(product, people.premium.id, kept)),
  ]
}

async function markFaults(product: Product, userId: string, kept: Visit['kept']): Promise<string[]> {
  const chapters = await createProgress(product.table).listTrack(userId, 'SM')
  const stored = new Map(chapters.flatMap(({ marks }) => [...marks]))
  return [...kept]
    .filter(([id, mark]) => stored.get(id) !== mark)
    .map(([id, mark]) => `the mark ${mark} on ${id} was acknowledged, ${stored.get(id)} stands`)
}
