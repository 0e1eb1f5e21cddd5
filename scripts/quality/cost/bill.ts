import { readFileSync } from 'node:fs'
import { METRICS } from '#functions/http/metric-names.ts'
import type { RouteCost } from '#functions/test-support/ordinary-calls.ts'
import { SIGN_IN_LIMITS, WINDOW_SECONDS } from '#infra/constructs/edge/firewalls.ts'
import { DEFAULT_THROTTLE } from '#infra/constructs/functions/contract-api.ts'
import { loadStage, type Stage } from '#infra/stages.ts'
import { functionsOf, synthesise } from '#infra/test-support/synthesise.ts'
import { PUBLIC_CACHE_SECONDS } from '#shared/contract/catalogue.ts'
import type { VisitorLimits } from '#shared/contract/define-route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { table } from '../generated-sections.ts'
import * as inputs from './inputs.ts'
import {
  compute,
  documents,
  logging,
  type PriceName,
  prices,
  student,
  studentCalls,
  traffic,
} from './inputs.ts'

const GB = 1024 ** 3
const DAYS = 30

/** Units of a month by their price. */
type Amounts = Partial<Record<PriceName, number>>

type RouteUnits = Record<RouteName, RouteCost>

/** A stage with what its templates hold, and the measured units of the routes. */
type Basis = { stage: Stage; held: Amounts; memoryGb: number; units: RouteUnits }

/** Options of a stage that have a price of their own, switched off. */
const WITHOUT_OPTIONS = {
  firewall: false,
  limitSignIns: false,
  checkCompromisedCredentials: false,
  exportRetentionDays: 0,
  probe: false,
} as const satisfies Partial<Stage>

const ROW = /^\| (?<route>[A-Z]+ \/api\/\S*) \| (?<made>[\w, ]+) \| (?<read>[\d.]+) \| (?<write>[\d.]+) \|$/gm

/**
 * Reads the measured units of docs/access-patterns.md, which functions/http/access-patterns.test.ts compares with what
 * the emulator counts.
 * @throws Error when the page lacks a route of the contract
 */
export function readRouteUnits(
  page = readFileSync(new URL('../../../docs/access-patterns.md', import.meta.url), 'utf8'),
): RouteUnits {
  const rows = new Map([...page.matchAll(ROW)].map(({ groups = {} }) => [groups['route'], groups]))
  const units = Object.entries(routes).map(([name, { method, path }]) => {
    const { made = '', read, write } = rows.get(`${method} ${path}`) ?? {}
    if (made === '') throw new Error(`docs/access-patterns.md has no row for ${method} ${path}`)
    const operations = made === 'none' ? [] : made.split(', ')
    return [name, { operations, read: Number(read), write: Number(write) }]
  })
  return Object.fromEntries(units) as RouteUnits
}

/** Synthesises prod as it is deployed, with a receiver of alarms, and counts what it holds. Takes about a second. */
function readBasis(options: Partial<Stage> = {}): Basis {
  const changes = {
    alarmEmail: 'exploitation@exemple.test',
    mail: { from: 'site@exemple.test' },
    ...options,
  }
  const stage = { ...loadStage('prod', {}), ...changes }
  const stacks = synthesise('prod', changes)
  type Template = { Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }> }
  const resources = Object.values(stacks).flatMap((template) =>
    template === null ? [] : Object.values((template.toJSON() as Template).Resources),
  )
  const find = (type: string) =>
    resources.filter(({ Type }) => Type === `AWS::${type}`).map(({ Properties = {} }) => Properties)
  // A metric that an expression uses is billed like one that is watched alone.
  const watched = find('CloudWatch::Alarm').flatMap(({ Metrics }) =>
    Array.isArray(Metrics)
      ? (Metrics as { MetricStat?: unknown }[]).filter(({ MetricStat }) => MetricStat !== undefined)
      : [{}],
  )
  return {
    stage,
    held: {
      metrics: Object.keys(METRICS).length + find('Logs::MetricFilter').length,
      alarms: watched.length,
      dashboards: find('CloudWatch::Dashboard').length,
      secrets: find('SecretsManager::Secret').length,
      keys: find('KMS::Key').length,
      hostedZones: stage.hostedZone ? 1 : 0,
      firewalls: find('WAFv2::WebACL').length,
      firewallRules: sum(find('WAFv2::WebACL').map(({ Rules }) => (Rules as unknown[]).length)),
    },
    memoryGb: Number(functionsOf(stacks)['session']?.Properties['MemorySize']) / 1024,
    units: readRouteUnits(),
  }
}

/** Computes what a stage consumes without students. */
function fixedAmounts({ stage, held, memoryGb, units }: Basis): Amounts {
  const probes = stage.probe ? 4 * 24 * DAYS : 0
  const made = { ...inputs.ownersCalls, claimSession: probes, getTicket: probes, clearSession: probes }
  const calls = sum(Object.values(made))
  const pictures = documents.stored * documents.pages * inputs.stored.page
  return {
    ...held,
    edgeRequests: calls,
    edgeInvalidations: documents.preparedPerMonth * documents.invalidationsEach,
    gatewayRequests: calls,
    lambdaRequests: calls + 2 * DAYS + documents.preparedPerMonth,
    lambdaCompute:
      (calls * compute.perCall + DAYS * compute.dailyRuns) * memoryGb +
      documents.preparedPerMonth * documents.secondsPerPreparation * documents.preparationMemoryGb,
    tableWrites: weigh(made, (name) => units[name].write),
    // The daily runs read every document, half a unit each.
    tableReads: weigh(made, (name) => units[name].read) + DAYS * documents.stored * 0.5,
    queueRequests: inputs.queues.requestsPerMonth,
    // Two pictures of each page, text and manifest.
    objectWrites: documents.preparedPerMonth * (2 * documents.pages + 2),
    ...storage(inputs.stored.content / GB, stage, (inputs.stored.site + pictures) / GB),
  }
}

/** Computes what students add. */
function studentAmounts(students: number, { stage, memoryGb, units }: Basis): Amounts {
  const { visits, signIns, signUps, forgottenPasswords } = student
  const calls = sum(Object.values(studentCalls))
  const opened = studentCalls.getTicket
  const siteRequests = visits * traffic.siteRequestsPerVisit
  const fileRequests = opened * traffic.requestsPerDocument + traffic.videos * traffic.requestsPerVideo
  const requests = calls + siteRequests + fileRequests
  const bytes =
    calls * traffic.bytesPerAnswer +
    visits * traffic.siteBytesPerVisit +
    opened * traffic.bytesPerDocument +
    traffic.videos * traffic.bytesPerVideo
  // Documents of which the edge has no copy yet: uniform demand, which is the worst case.
  const copies = documents.stored * documents.locations
  const misses = copies * (1 - Math.exp((-students * opened) / copies))
  const triggered = signIns + 2 * signUps
  const seconds = calls * compute.perCall + triggered * compute.perTrigger
  const loggedBytes =
    calls * logging.gatewayLine +
    (calls - studentCalls.renewSession) * logging.functionLine +
    (studentCalls.claimSession + opened) * logging.metricLine
  const logs = (students * loggedBytes) / GB
  const changes = weigh(studentCalls, (name) => (routes[name].method === 'GET' ? 0 : 1))
  const lists = weigh(studentCalls, (name) => (routes[name].sharedCacheSeconds > 0 ? 1 : 0))
  const writes = weigh(studentCalls, (name) => units[name].write)
  const reads = weigh(studentCalls, (name) => units[name].read)
  return {
    edgeRequests: students * requests,
    edgeBytes: (students * bytes) / GB,
    edgeBytesToOrigin: (students * changes * traffic.bytesPerCall) / GB,
    // A request of the site runs a function on its way in and one on its way out, a list or a file on its way in only.
    edgeFunctions: students * (siteRequests * 2 + lists + fileRequests),
    gatewayRequests: students * calls,
    lambdaRequests: students * (calls + triggered),
    lambdaCompute: students * seconds * memoryGb,
    tableWrites: students * (writes + signUps * writesOfSignUp(units)),
    tableReads: students * (reads + signIns * inputs.triggers.readsPerSignIn),
    ...storage((students * inputs.stored.perStudent) / GB, stage),
    [stage.checkCompromisedCredentials ? 'accountsChecked' : 'accounts']: students,
    logs,
    logStorage: (logs * logging.compressed * stage.logRetentionDays) / DAYS,
    // A sign-in and a forgotten password are two requests each, a sign-up is one.
    firewallRequests:
      students *
      ((stage.firewall ? requests : 0) +
        (stage.limitSignIns ? 2 * signIns + signUps + 2 * forgottenPasswords : 0)),
    mails: students * (inputs.student.forgottenPasswords + inputs.student.mails),
    // The edge keeps hashed files for a year, and twenty pages that are read all the time for half a minute each.
    objectReads:
      Math.min(
        students * visits * 2,
        ((DAYS * 24 * 3_600) / PUBLIC_CACHE_SECONDS) * documents.locations * 20,
      ) +
      misses * traffic.requestsPerDocument,
  }
}

/** A sign-up writes as much as a deletion, and its proof of work. */
function writesOfSignUp(units: RouteUnits): number {
  return units.deleteAccount.write + inputs.triggers.writesPerSignUp
}

/**
 * Computes a table with recovery and, in S3, a whole export a day kept for so many days beside what else lies there.
 */
function storage(tableGb: number, { exportRetentionDays }: Stage, otherGb = 0): Amounts {
  return {
    tableStorage: tableGb,
    tableRecovery: tableGb,
    tableExport: exportRetentionDays > 0 ? tableGb * DAYS : 0,
    objectStorage: otherGb + tableGb * exportRetentionDays,
  }
}

/** Selection of costs: with or without the allowances of AWS, of one service or of all. */
type Count = { allowances?: boolean; service?: string }

/** Adds up a month's amounts in US dollars. */
export function costOf(amounts: Amounts, { allowances = true, service }: Count = {}): number {
  return sum(
    Object.entries(amounts).map(([name, amount]) => {
      const [from, , usdEach, given = 0] = prices[name as PriceName]
      if (service !== undefined && from !== service) return 0
      return Math.max(0, amount - (allowances ? given : 0)) * usdEach
    }),
  )
}

/** Computes the US dollars that students add to a stage, which uses up the allowances first. */
function addedCost(students: number, basis: Basis, count: Count = {}): number {
  const fixed = fixedAmounts(basis)
  const added = studentAmounts(students, basis)
  const names = Object.keys({ ...fixed, ...added }) as PriceName[]
  const whole = Object.fromEntries(names.map((name) => [name, (fixed[name] ?? 0) + (added[name] ?? 0)]))
  return costOf(whole, count) - costOf(fixed, count)
}

/** Computes the US dollars a month that 1,000 students add to the bill of a stage without its optional parts. */
export function costPerThousand(): number {
  return addedCost(1_000, readBasis(WITHOUT_OPTIONS))
}

/** Computes the US dollars a month of prod without students, its options as configured. */
export function costWithoutStudents(): number {
  return costOf(fixedAmounts(readBasis()))
}

/**
 * Computes the US dollars at list price of documents of a chapter that owners enter or replace one by one, each of them
 * prepared and published by itself.
 */
export function costOfEntering(count: number, { isReplaced = false } = {}, basis = readBasis()): number {
  const { publication, stored } = inputs
  const call = basis.units[isReplaced ? 'updateResource' : 'addResource']
  const prepared = documents.secondsPerPreparation * documents.preparationMemoryGb
  return costOf(
    {
      edgeRequests: count,
      edgeInvalidations: isReplaced ? count * documents.invalidationsEach : 0,
      gatewayRequests: count,
      // The call, its publication, the preparation and the publication of what that found.
      lambdaRequests: 4 * count,
      lambdaCompute:
        count *
        (compute.perCall * basis.memoryGb + prepared + 2 * publication.seconds * publication.memoryGb),
      tableWrites: count * call.write,
      // Half a unit for each 4 kB.
      tableReads: count * (call.read + (2 * stored.content) / 8_192),
      objectWrites: count * (2 * documents.pages + 2 + 2 * publication.filesWritten),
    },
    { allowances: false },
  )
}

/** Makes the generated sections on cost of docs/performance.md. Takes seconds, since stages are synthesised. */
export function costSections(): Record<string, string> {
  const basis = readBasis()
  const fixed = fixedAmounts(basis)
  const sizes = [0, 100, 1_000, 10_000].map((students) => {
    const added = addedCost(students, basis)
    return [students.toLocaleString('en-US'), usd(costOf(fixed)), usd(added), usd(costOf(fixed) + added)]
  })
  const services = [...new Set(Object.values(prices).map(([service]) => service))]
  const bill = services.flatMap((service) => {
    const costs = [costOf(fixed, { service }), addedCost(1_000, basis, { service })]
    return costs.some((cost) => cost >= 0.005) ? [[service, ...costs.map(usd)]] : []
  })
  const work = [
    ['1,200 documents entered one by one', usd(costOfEntering(1_200, {}, basis))],
    ['1,200 documents replaced one by one', usd(costOfEntering(1_200, { isReplaced: true }, basis))],
  ]
  return {
    sizes: table(['students', 'fixed', 'variable', 'together'], sizes),
    bill: table(['service', 'without students', '1,000 students add'], bill),
    work: table(["owners' work", 'at list price'], work),
    calls: table(['call', '1,000 of them', 'brake', 'an hour'], strangersCalls(basis)),
  }
}

/**
 * Makes the rows of calls by which a stranger causes cost: a thousand of them at list price, what limits them, and what
 * one machine gets through in an hour.
 */
function strangersCalls({ units, memoryGb }: Basis): string[][] {
  const gateway = DEFAULT_THROTTLE.rateLimit * 3_600
  const { visitors } = routes.getTicket.throttle as { visitors: VisitorLimits }
  const claims = routes.claimSession.throttle as { address: number }
  const signUps = SIGN_IN_LIMITS.find(({ name }) => name === 'sign-ups')?.calls ?? Number.NaN
  const call = (tableReads: number, tableWrites: number): Amounts => ({
    edgeRequests: 1,
    edgeBytes: traffic.bytesPerAnswer / GB,
    gatewayRequests: 1,
    lambdaRequests: 1,
    lambdaCompute: compute.perCall * memoryGb,
    logs: (logging.gatewayLine + logging.functionLine) / GB,
    tableReads,
    tableWrites,
  })
  const route = (name: RouteName) => call(units[name].read, units[name].write)
  const file = (requests: number, bytes: number): Amounts => ({
    edgeRequests: requests,
    edgeFunctions: requests,
    edgeBytes: bytes / GB,
  })
  const video = file(traffic.requestsPerVideo, traffic.bytesPerVideo)
  const document = file(traffic.requestsPerDocument, traffic.bytesPerDocument)
  const signUp: Amounts = {
    accounts: 1,
    lambdaRequests: 2,
    lambdaCompute: 2 * compute.perTrigger * memoryGb,
    tableWrites: writesOfSignUp(units),
  }
  const kinds: [what: string, brake: string, each: Amounts, perHour: number][] = [
    ['a call without a token', 'the gateway; firewall', call(0, 0), gateway],
    ['a heartbeat', 'one live session an account; the gateway; firewall', route('renewSession'), gateway],
    ['a claim of a session', 'by account and by address', route('claimSession'), 60 * claims.address],
    ["a visitor's ticket", 'by browser and by address', call(1, 3), visitors.address],
    ['a free video of 30 MB', 'its tickets; firewall; a flat-rate plan', video, visitors.address],
    ['a free paper of six pages', 'its tickets; firewall; a flat-rate plan', document, visitors.address],
    ['a sign-up', 'proof of work; `limitSignIns`', signUp, (signUps * 3_600) / WINDOW_SECONDS],
  ]
  return kinds.map(([what, brake, each, perHour]) => {
    const usdEach = costOf(each, { allowances: false })
    return [what, `$${(1_000 * usdEach).toFixed(4)}`, brake, usd(perHour * usdEach)]
  })
}

/** Adds up calls, each with its weight. */
function weigh(calls: Partial<Record<RouteName, number>>, weight: (name: RouteName) => number): number {
  return sum(Object.entries(calls).map(([name, made]) => made * weight(name as RouteName)))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

function usd(value: number): string {
  return `$${value.toFixed(2)}`
}
