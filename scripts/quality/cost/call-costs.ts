import { LIMITS as SIGN_IN_LIMITS } from '#infra/constructs/edge/sign-in-limits.ts'
import { WINDOW_SECONDS } from '#infra/constructs/edge/web-acl.ts'
import { DEFAULT_THROTTLE } from '#infra/constructs/functions/contract-api.ts'
import type { VisitorLimits } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import type { Basis } from './bill.ts'
import { type Amounts, PRICE_NAMES, priceOf, prices } from './prices.ts'
import { compute, documents, logging, PROOF_WRITES, SIGN_IN_READS, traffic } from './usage.ts'

const GB = 1024 ** 3

/** One kind of call: what one of them consumes, and what keeps a stranger from making many. */
type CallKind = {
  what: string
  each: Amounts
  brake: string
  /** What one machine gets through the brake in an hour; null: what its line and CloudFront carry. */
  perHour: number | null
}

/** A kind of call in US dollars at list price: for a thousand, and for what one machine gets through in an hour. */
export type CallCost = Pick<CallKind, 'what' | 'brake'> & { perThousand: number; perHour: number | null }

export function callCosts(basis: Basis): CallCost[] {
  return callKinds(basis).map(({ what, brake, each, perHour }) => {
    const one = PRICE_NAMES.reduce((sum, name) => sum + priceOf(prices[name], each[name] ?? 0), 0)
    return { what, brake, perThousand: 1_000 * one, perHour: perHour === null ? null : perHour * one }
  })
}

const GATEWAY_PER_HOUR = DEFAULT_THROTTLE.rateLimit * 3_600

function callKinds({ units, facts: { memoryMb } }: Basis): CallKind[] {
  const edge = (bytes: number, functions: number): Amounts => ({
    edgeRequests: 1,
    edgeBytes: bytes / GB,
    edgeFunctions: functions,
  })
  /** A call that reaches a function, and one line in each log. */
  const gateway: Amounts = {
    gatewayRequests: 1,
    lambdaRequests: 1,
    lambdaCompute: (compute.perCall * memoryMb) / 1024,
    logs: (logging.gatewayLine + logging.functionLine + 2 * logging.perLine) / GB,
  }
  const api = (tableReads: number, tableWrites: number): Amounts => ({
    ...edge(traffic.bytesPerAnswer, 0),
    ...gateway,
    tableReads,
    tableWrites,
  })
  const route = (name: RouteName) => api(units[name].read, units[name].write)
  const file = edge(traffic.siteBytesPerVisit / traffic.siteRequestsPerVisit, 2)
  const fetched: Amounts = {
    lambdaRequests: 1,
    lambdaCompute: (documents.secondsPerFetch * memoryMb) / 1024,
    tableReads: 1,
  }
  const { account, visitors } = routes.getTicket.throttle as { account: number; visitors: VisitorLimits }
  const challenges = routes.getSignUpChallenge.throttle as { address: number }
  const claims = routes.claimSession.throttle as { account: number; address: number }
  return [
    {
      what: 'a page or a script, from the edge',
      each: file,
      brake: 'one copy by path alone; firewall',
      perHour: null,
    },
    {
      what: 'a file that is not there',
      each: { ...file, siteReads: 1 },
      brake: 'paths of pages never reach S3; firewall',
      perHour: null,
    },
    {
      what: 'a public list, from the edge, or refused there',
      each: edge(traffic.bytesPerAnswer, 1),
      brake: 'one copy by declared fields; firewall',
      perHour: null,
    },
    {
      what: 'one public list, from the API',
      each: { ...route('listSubjects'), edgeFunctions: 1 },
      brake: `once in ${routes.listSubjects.sharedCacheSeconds} s and location`,
      perHour: (3_600 / routes.listSubjects.sharedCacheSeconds) * documents.locations,
    },
    {
      what: 'an unknown route, or a call without a token',
      each: api(0, 0),
      brake: 'the gateway; firewall',
      perHour: GATEWAY_PER_HOUR,
    },
    {
      what: 'a call that bypasses the edge',
      each: gateway,
      brake: 'the gateway; its address is published nowhere and can be replaced',
      perHour: GATEWAY_PER_HOUR,
    },
    {
      what: 'a call of an account without a live session',
      each: api(1, 0),
      brake: 'the gateway; firewall',
      perHour: GATEWAY_PER_HOUR,
    },
    {
      what: 'a heartbeat',
      each: route('renewSession'),
      brake: 'a live session, one for each account; the gateway; firewall',
      perHour: GATEWAY_PER_HOUR,
    },
    {
      what: 'a claim of a session',
      each: route('claimSession'),
      brake: `${claims.account} a minute by account, ${number(claims.address)} by address`,
      perHour: 60 * claims.address,
    },
    {
      what: "a visitor's ticket",
      each: api(1, 3),
      brake: `${visitors.browser} an hour by browser, ${number(visitors.address)} by address`,
      perHour: visitors.address,
    },
    {
      what: "a student's ticket",
      each: route('getTicket'),
      brake: `${account} a minute and the documents of a day, by account`,
      perHour: 60 * account,
    },
    {
      what: 'a free video of 30 MB, from the edge',
      each: {
        edgeRequests: traffic.requestsPerVideo,
        edgeBytes: traffic.bytesPerVideo / GB,
        edgeFunctions: traffic.requestsPerVideo,
      },
      brake: 'a ticket each two minutes and browser; firewall; a flat-rate plan',
      perHour: visitors.address,
    },
    {
      what: 'a document, from Google Drive',
      each: { ...edge(traffic.bytesPerDocument, 1), ...fetched },
      brake: 'one copy a day for each document and location; `originConcurrency`',
      perHour: documents.stored * documents.locations,
    },
    {
      what: 'a sign-in',
      each: {
        lambdaRequests: 1,
        lambdaCompute: (compute.perTrigger * memoryMb) / 1024,
        tableReads: SIGN_IN_READS,
      },
      brake: 'a lock by account; `limitSignIns` by address',
      // A sign-in is two calls.
      perHour: limitPerHour(SIGN_IN_LIMITS, 'sign-ins') / 2,
    },
    {
      what: 'a challenge for a sign-up',
      each: route('getSignUpChallenge'),
      brake: `${challenges.address} a minute by address`,
      perHour: 60 * challenges.address,
    },
    {
      what: 'a sign-up',
      each: {
        accounts: 1,
        lambdaRequests: 2,
        lambdaCompute: (2 * compute.perTrigger * memoryMb) / 1024,
        // As much is deleted with an account as is written with it.
        tableWrites: units.deleteAccount.write + PROOF_WRITES,
      },
      brake: 'proof of work; `limitSignIns` by address',
      perHour: limitPerHour(SIGN_IN_LIMITS, 'sign-ups'),
    },
  ]
}

function limitPerHour(limits: readonly { name: string; calls: number }[], name: string): number {
  const { calls } = limits.find((limit) => limit.name === name) ?? {}
  if (calls === undefined) throw new Error(`No limit is called ${name}`)
  return (calls * 3_600) / WINDOW_SECONDS
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}
