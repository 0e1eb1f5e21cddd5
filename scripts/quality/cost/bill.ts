import type { RouteCost } from '#functions/test-support/ordinary-calls.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import type { PriceName } from './prices.ts'
import type { StackFacts } from './stack-facts.ts'
import { compute, documents, logging, owners, stored, student, traffic } from './usage.ts'

const GB = 1024 ** 3
const DAYS = 30
const SECONDS = DAYS * 86_400

/** Amounts of a month by what they are billed as. */
type Amounts = Partial<Record<PriceName, number>>

export type Bill = {
  /** Amounts that come whoever uses the site, and those that students bring. */
  fixed: Amounts
  variable: Amounts
}

type Calls = Partial<Record<RouteName, number>>

/** Calls of the API of one student in a month, by route. */
export function studentCalls(): Calls {
  const visits = Object.entries(student.callsPerVisit).map(([name, calls]) => [name, calls * student.visits])
  return {
    renewSession: student.hours * student.heartbeatsPerHour,
    ...(Object.fromEntries(visits) as Calls),
    ...student.callsPerMonth,
  }
}

/** What so many students bring in a month, beside what a stage holds and its owners do. */
export function billOf(
  students: number,
  { facts, units }: { facts: StackFacts; units: Record<RouteName, RouteCost> },
): Bill {
  return { fixed: fixedAmounts(facts, units), variable: variableAmounts(students, facts, units) }
}

/** Documents that the origin delivers in a month since no copy at the edge is fresh: uniform demand, the worst there is. */
export function edgeMisses(students: number): number {
  const opened = (students * (studentCalls().getTicket ?? 0)) / DAYS
  const copies = documents.stored * documents.locations
  return DAYS * copies * (1 - Math.exp(-opened / copies))
}

function variableAmounts(students: number, facts: StackFacts, units: Record<RouteName, RouteCost>): Amounts {
  const calls = studentCalls()
  const each = sumOf(Object.values(calls))
  const opened = calls.getTicket ?? 0
  const videos = traffic.videosPerMonth
  const siteRequests = student.visits * traffic.siteRequestsPerVisit
  const documentRequests = opened * traffic.requestsPerDocument + videos * traffic.requestsPerVideo
  const requests = each + siteRequests + documentRequests
  const bytesOut =
    each * traffic.bytesPerAnswer +
    student.visits * traffic.siteBytesPerVisit +
    opened * traffic.bytesPerDocument +
    videos * traffic.bytesPerVideo
  const misses = edgeMisses(students)
  const triggers = student.signIns + 2 * student.signUps
  const gbSeconds = (seconds: number) => (seconds * facts.memoryMb) / 1024
  const used = tableUnits(calls, units)
  const storedGb = (students * (stored.profileAndSearch + stored.progress)) / GB
  const logs = students * loggedBytes(calls, facts)
  return {
    edgeRequests: students * requests,
    edgeBytes: (students * bytesOut) / GB,
    edgeBytesToOrigin: (students * changingCalls(calls) * traffic.bytesPerCall) / GB,
    // On the way in and on the way out.
    edgeFunctions: students * siteRequests * 2,
    gatewayRequests: students * each,
    lambdaRequests: students * (each + triggers) + misses * traffic.requestsPerDocument,
    lambdaCompute: gbSeconds(
      students * each * (compute.perCall + compute.coldStarts * compute.perColdStart) +
        students * triggers * compute.perTrigger +
        misses * documents.secondsPerFetch,
    ),
    tableWrites: students * (used.write + student.signUps * units.deleteAccount.write),
    tableReads:
      students * (used.read + student.signIns * SIGN_IN_READS) + misses * traffic.requestsPerDocument,
    tableStorage: storedGb,
    ...(facts.hasRecovery && { tableRecovery: storedGb }),
    ...(facts.accountPlan === 'LITE' ? { accounts: students } : { accountsChecked: students }),
    logs: logs / GB,
    logStorage: (logs * logging.compressed * (facts.logRetentionDays / DAYS)) / GB,
    ...(facts.isTraced && { traces: tracesOf(students * each) }),
    firewallRequests:
      (facts.siteFirewallRules === null ? 0 : students * requests) +
      // Of a sign-in with SRP, two; of a sign-up and a forgotten password, one and two.
      (facts.signInFirewallRules === null
        ? 0
        : students * (2 * student.signIns + student.signUps + 2 * student.forgottenPasswords)),
    ...exported(storedGb, facts),
    // The edge keeps a page for a minute, hashed files for a year.
    siteReads: Math.min(students * student.visits * 2, (SECONDS / 60) * documents.locations * 20),
  }
}

/** docs/access-patterns.md: the block of the address and the profile. */
const SIGN_IN_READS = 2

function fixedAmounts(facts: StackFacts, units: Record<RouteName, RouteCost>): Amounts {
  const made: Calls = facts.isProbed ? withProbe(owners) : owners
  const calls = sumOf(Object.values(made))
  const used = tableUnits(made, units)
  const firewalls = [facts.siteFirewallRules, facts.signInFirewallRules].filter((rules) => rules !== null)
  return {
    edgeRequests: calls,
    gatewayRequests: calls,
    lambdaRequests: calls + 2 * DAYS,
    lambdaCompute: (facts.memoryMb / 1024) * (calls * compute.perCall + DAYS * compute.dailyRuns),
    tableWrites: used.write,
    // The daily runs read every account and every document, half a unit each.
    tableReads: used.read + DAYS * documents.stored * 0.5,
    tableStorage: stored.content / GB,
    ...(facts.hasRecovery && { tableRecovery: stored.content / GB }),
    ...exported(stored.content / GB, facts, stored.site / GB),
    metrics: facts.customMetrics + facts.gateway.meteredRoutes * METRICS_PER_ROUTE,
    alarms: facts.alarmMetrics,
    compositeAlarms: facts.compositeAlarms,
    dashboards: facts.dashboards,
    secrets: facts.secrets,
    keys: facts.keys,
    hostedZones: facts.hostedZones,
    firewalls: firewalls.length,
    firewallRules: sumOf(firewalls),
  }
}

/** Every 15 minutes a sign-in, a claim, a ticket, a sign-out. */
function withProbe(calls: Calls): Calls {
  const runs = 4 * 24 * DAYS
  return { ...calls, claimSession: runs, getTicket: runs, clearSession: runs }
}

/** A whole export a day, kept for so many days, beside what else lies in S3. */
function exported(gb: number, { exportDays }: StackFacts, otherGb = 0): Amounts {
  return { ...(exportDays > 0 && { tableExport: gb * DAYS }), siteStorage: otherGb + gb * exportDays }
}

/** Count, 4xx, 5xx, latency, integration latency, data processed. */
const METRICS_PER_ROUTE = 6

function tableUnits(calls: Calls, units: Record<RouteName, RouteCost>): { read: number; write: number } {
  const entries = Object.entries(calls) as [RouteName, number][]
  return {
    read: sumOf(entries.map(([name, count]) => count * units[name].read)),
    write: sumOf(entries.map(([name, count]) => count * units[name].write)),
  }
}

/** Calls that bring bytes to the origin for which CloudFront has a price. */
function changingCalls(calls: Calls): number {
  const entries = Object.entries(calls) as [RouteName, number][]
  return sumOf(entries.map(([name, count]) => (routes[name].method === 'GET' ? 0 : count)))
}

/** Of one student in a month: a line of the gateway for each call, and what the functions write beside it. */
function loggedBytes(calls: Calls, { gateway }: StackFacts): number {
  const each = sumOf(Object.values(calls))
  const { renewSession = 0, claimSession = 0, getTicket = 0 } = calls
  const byGateway = gateway.accessLogBytes === 0 ? 0 : each * (gateway.accessLogBytes + logging.perLine)
  return (
    byGateway +
    (each - renewSession) * (logging.functionLine + logging.perLine) +
    (claimSession + getTicket) * (logging.metricLine + logging.perLine)
  )
}

/** Lambda records the first call of each second and five percent of the others; calls come evenly over ten hours a day. */
function tracesOf(calls: number): number {
  const seconds = SECONDS * (10 / 24)
  const first = seconds * (1 - Math.exp(-calls / seconds))
  return first + 0.05 * (calls - first)
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}
