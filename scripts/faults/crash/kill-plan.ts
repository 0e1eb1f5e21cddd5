import { drawFrom } from '../draw.ts'
import type { PassingCall } from '../product/product.ts'
import { VICTIMS, type Victim } from '../product/product.ts'

/** When a process is killed: some time after the round began, or at a certain one of the writing calls to a service. */
export type KillPlan = {
  victims: readonly Victim[]
  when:
    | { at: 'time'; afterMs: number }
    | { at: 'call'; system: PassingCall['system']; moment: PassingCall['moment']; number: number }
  /** How long it stays down. */
  downMs: number
}

const LATEST_MS = 1_200
/** A round makes about so many writing calls to each service. */
const CALLS = { table: 18, users: 5 }
const LONGEST_DOWN_MS = 400

/** Any moment is as good as another; calls are aimed at more often, since what may go wrong happens around them. */
export function drawKillPlan(random: () => number): KillPlan {
  const victims = drawFrom([...VICTIMS.map((victim) => [victim]), VICTIMS], random)
  const downMs = Math.floor(random() * LONGEST_DOWN_MS)
  if (random() < 0.3)
    return { victims, when: { at: 'time', afterMs: Math.floor(random() * LATEST_MS) }, downMs }
  const system = random() < 0.65 ? 'table' : 'users'
  const moment = random() < 0.5 ? 'before' : 'after'
  const number = 1 + Math.floor(random() * CALLS[system])
  return { victims, when: { at: 'call', system, moment, number }, downMs }
}

/** Whether a call changes something; only these are counted. */
export function isWriting({ system, operation }: PassingCall): boolean {
  if (system === 'table') return /^(?:TransactWrite|BatchWrite|Update|Put|Delete)/.test(operation)
  return system === 'users' && /^Admin(?!Get|List)/.test(operation)
}
