import { setTimeout } from 'node:timers/promises'
import { readItems } from '#functions/test-support/table.ts'
import { routes } from '#shared/contract/routes.ts'
import type { User } from '#shared/entities/user.ts'
import { CHANGES, enrolOwner, keepSession, prepareChange, type SentChange } from './test-support/changes.ts'
import { expectConsistent, isAcknowledged } from './test-support/expected-audit.ts'
import {
  type FaultySite,
  passAll,
  type ServiceRequest,
  startFaultySite,
  VICTIMS,
  type Victim,
} from './test-support/faulty-site.ts'

// Crashes: while owners change things, the API, the table or both are killed with SIGKILL. No change stands without its
// audit entry and no entry without its change; what concerns the user pool too is finished by the daily reconciliation.
// one-effect.test.ts stops each change at each of its writes.

const ROUNDS = 100
/** A round makes at least so many writing requests to each service. */
const WRITES = { table: 20, users: 6 }
const LATEST_KILL_MS = 300
const LONGEST_DOWN_MS = 300

/** Moment of a kill: in time, or right before or after a writing request to a service. */
type Kill = { victims: readonly Victim[]; downMs: number } & (
  | { afterMs: number }
  | { service: 'table' | 'users'; moment: ServiceRequest['moment']; count: number }
)

const kills = Array.from({ length: ROUNDS }, (_, round): Kill => {
  const victims = ([['api'], ['table'], VICTIMS] as const)[round % 3] ?? VICTIMS
  const downMs = Math.floor(Math.random() * LONGEST_DOWN_MS)
  if (round % 4 === 3) return { victims, downMs, afterMs: Math.floor(Math.random() * LATEST_KILL_MS) }
  const service = round % 4 === 2 ? 'users' : 'table'
  const moment = Math.random() < 0.5 ? 'before' : 'after'
  return { victims, downMs, service, moment, count: 1 + Math.floor(Math.random() * WRITES[service]) }
})

let product: FaultySite
let owner: User
const sentInAll: SentChange[] = []
beforeAll(async () => {
  product = await startFaultySite()
  owner = await enrolOwner(product.site)
})
afterAll(() => product.stop())

test.each(kills)('nothing is half-done after the kill %j', playRound)

test('acknowledges some of the changes and loses others', () => {
  const acknowledged = sentInAll.filter(isAcknowledged)
  expect(acknowledged.length).toBeGreaterThan(2 * ROUNDS)
  expect(sentInAll.length - acknowledged.length).toBeGreaterThan(ROUNDS)
})

async function playRound(kill: Kill): Promise<void> {
  const { site, call } = product
  await keepSession(site, owner)
  const serial = kills.indexOf(kill) * CHANGES.length
  const prepared = await Promise.all(
    CHANGES.map((name, index) => prepareChange(site, name, owner, serial + index)),
  )
  const before = await readItems(site.store.table)

  const strike = armKill(kill)
  const sent = await Promise.all(
    prepared.map(async (change) => ({ ...change, answer: await call(routes[change.name], change.call) })),
  )
  await strike()
  sentInAll.push(...sent)
  await expectConsistent(site, before, sent)
}

/** Kills at the chosen moment. @returns strikes now if that has not come, and resolves once the processes run again */
function armKill(kill: Kill): () => Promise<void> {
  const { processes, watch } = product
  let killed: Promise<unknown> | null = null
  let restarted: Promise<void> | null = null
  let count = 0

  function strike(): Promise<unknown> {
    killed ??= Promise.all(kill.victims.map((victim) => processes[victim].kill()))
    restarted ??= restart(killed)
    return killed
  }
  async function restart(dead: Promise<unknown>): Promise<void> {
    await dead
    await setTimeout(kill.downMs)
    for (const victim of kill.victims) await processes[victim].start()
  }

  const timer = 'afterMs' in kill ? globalThis.setTimeout(() => void strike(), kill.afterMs) : undefined
  watch(async (request) => {
    if (!('service' in kill) || request.service !== kill.service || request.moment !== kill.moment)
      return 'pass'
    if (isWriting(request)) count += 1
    if (count !== kill.count || killed) return 'pass'
    await strike()
    return 'reset'
  })
  return async () => {
    clearTimeout(timer)
    await strike()
    await restarted
    watch(passAll)
  }
}

function isWriting({ service, operation }: ServiceRequest): boolean {
  if (service === 'table') return /^(?:TransactWrite|BatchWrite|Update|Put|Delete)/.test(operation)
  return /^Admin(?!Get|List)/.test(operation)
}
