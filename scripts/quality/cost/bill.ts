import type { RouteCost } from '#functions/test-support/ordinary-calls.ts'
import type { Stage } from '#infra/stages.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { type Amounts, PRICE_NAMES, type PriceName, priceOf, prices } from './prices.ts'
import type { StageFacts } from './stage-facts.ts'
import {
  compute,
  documents,
  logging,
  OWNERS_CALLS,
  PROOF_WRITES,
  SIGN_IN_READS,
  stored,
  student,
  studentCalls,
  traffic,
} from './usage.ts'

const GB = 1024 ** 3
const DAYS = 30

type Calls = Partial<Record<RouteName, number>>

/** What the routes consume, and what a stage holds. */
export type Basis = { facts: StageFacts; units: Record<RouteName, RouteCost> }

/** Amounts that a stage has without students, and those that students add. */
export type Bill = { fixed: Amounts; variable: Amounts }

/** US dollars: at list price, and with what AWS gives every account deducted. */
export type Cost = { listed: number; paid: number }

export function createBill(students: number, basis: Basis): Bill {
  return { fixed: fixedAmounts(basis), variable: variableAmounts(students, basis) }
}

/** Cost of one price's amount: of the whole bill, and of what students add. The fixed part uses up the allowance first. */
export function costOfLine({ fixed, variable }: Bill, name: PriceName): { whole: Cost; variable: Cost } {
  const price = prices[name]
  const before = fixed[name] ?? 0
  const cost = (amount: number) => ({
    listed: priceOf(price, amount),
    paid: priceOf(price, amount, price.given),
  })
  const whole = cost(before + (variable[name] ?? 0))
  const held = cost(before)
  return { whole, variable: { listed: whole.listed - held.listed, paid: whole.paid - held.paid } }
}

export function costOfBill(bill: Bill): { whole: Cost; variable: Cost } {
  const lines = PRICE_NAMES.map((name) => costOfLine(bill, name))
  const add = (costs: Cost[]) => ({
    listed: sum(costs.map(({ listed }) => listed)),
    paid: sum(costs.map(({ paid }) => paid)),
  })
  return { whole: add(lines.map(({ whole }) => whole)), variable: add(lines.map(({ variable }) => variable)) }
}

function variableAmounts(students: number, { facts: { stage, memoryMb }, units }: Basis): Amounts {
  const calls = count(studentCalls)
  const opened = studentCalls.getTicket
  const listCalls = count(studentCalls, (name) => (routes[name].sharedCacheSeconds > 0 ? 1 : 0))
  const siteRequests = student.visits * traffic.siteRequestsPerVisit
  const fileRequests = opened * traffic.requestsPerDocument + traffic.videos * traffic.requestsPerVideo
  const requests = calls + siteRequests + fileRequests
  const bytes =
    calls * traffic.bytesPerAnswer +
    student.visits * traffic.siteBytesPerVisit +
    opened * traffic.bytesPerDocument +
    traffic.videos * traffic.bytesPerVideo
  const changes = count(studentCalls, (name) => (routes[name].method === 'GET' ? 0 : 1))
  // Documents that the origin delivers because no copy at the edge is fresh: uniform demand, which is the worst case.
  const copies = documents.stored * documents.locations
  const misses = DAYS * copies * (1 - Math.exp((-students * opened) / DAYS / copies))
  const triggers = student.signIns + 2 * student.signUps
  const seconds =
    calls * (compute.perCall + compute.coldStarts * compute.perColdStart) + triggers * compute.perTrigger
  const logs = students * loggedBytes()
  const tableGb = (students * stored.perStudent) / GB
  return {
    edgeRequests: students * requests,
    edgeBytes: (students * bytes) / GB,
    edgeBytesToOrigin: (students * changes * traffic.bytesPerCall) / GB,
    // Each request of the site runs one on the way in and one on the way out, each of a public list or a file one on the
    // way in.
    edgeFunctions: students * (siteRequests * 2 + listCalls + fileRequests),
    gatewayRequests: students * calls,
    lambdaRequests: students * (calls + triggers) + misses * traffic.requestsPerDocument,
    lambdaCompute: ((students * seconds + misses * documents.secondsPerFetch) * memoryMb) / 1024,
    tableWrites:
      students *
      (count(studentCalls, (name) => units[name].write) +
        student.signUps * (units.deleteAccount.write + PROOF_WRITES)),
    tableReads:
      students * (count(studentCalls, (name) => units[name].read) + student.signIns * SIGN_IN_READS) +
      misses * traffic.requestsPerDocument,
    ...storage(tableGb, stage),
    [stage.checkCompromisedCredentials ? 'accountsChecked' : 'accounts']: students,
    logs: logs / GB,
    logStorage: (logs * logging.compressed * (stage.logRetentionDays / DAYS)) / GB,
    firewallRequests:
      students *
      ((stage.firewall ? requests : 0) +
        // A sign-in with SRP is two requests, a sign-up one, a forgotten password two.
        (stage.limitSignIns ? 2 * student.signIns + student.signUps + 2 * student.forgottenPasswords : 0)),
    // The edge keeps a page for a minute, hashed files for a year.
    siteReads: Math.min(students * student.visits * 2, DAYS * 24 * 60 * documents.locations * 20),
  }
}

function fixedAmounts({ facts: { stage, held, memoryMb }, units }: Basis): Amounts {
  // The probe signs in, claims, opens a document and signs out every 15 minutes.
  const runs = stage.probe ? 4 * 24 * DAYS : 0
  const made: Calls = { ...OWNERS_CALLS, claimSession: runs, getTicket: runs, clearSession: runs }
  const calls = count(made)
  return {
    ...held,
    edgeRequests: calls,
    gatewayRequests: calls,
    lambdaRequests: calls + 2 * DAYS,
    lambdaCompute: ((calls * compute.perCall + DAYS * compute.dailyRuns) * memoryMb) / 1024,
    tableWrites: count(made, (name) => units[name].write),
    // The daily runs read every document, half a unit each.
    tableReads: count(made, (name) => units[name].read) + DAYS * documents.stored * 0.5,
    ...storage(stored.content / GB, stage, stored.site / GB),
  }
}

/** A table with recovery and, in S3, a whole export a day kept for so many days beside what else lies there. */
function storage(tableGb: number, { exportRetentionDays }: Stage, otherGb = 0): Amounts {
  return {
    tableStorage: tableGb,
    tableRecovery: tableGb,
    tableExport: exportRetentionDays > 0 ? tableGb * DAYS : 0,
    siteStorage: otherGb + tableGb * exportRetentionDays,
  }
}

/** Of one student in a month: a line of the gateway for each call, and what the functions write beside it. */
function loggedBytes(): number {
  const calls = count(studentCalls)
  const { renewSession, claimSession, getTicket } = studentCalls
  return (
    calls * (logging.gatewayLine + logging.perLine) +
    (calls - renewSession) * (logging.functionLine + logging.perLine) +
    (claimSession + getTicket) * (logging.metricLine + logging.perLine)
  )
}

/** Sum over calls, each counted with its weight. */
function count(calls: Calls, weight: (name: RouteName) => number = () => 1): number {
  return sum(Object.entries(calls).map(([name, made]) => made * weight(name as RouteName)))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
