import { edgeMisses, studentCalls, sumOf } from './bill.ts'
import { coldFetches, concurrency, openings, originRuns, peakCalls, signUps } from './loads.ts'
import { prices } from './prices.ts'
import type { StackFacts } from './stack-facts.ts'
import { documents, peak, student, traffic } from './usage.ts'

/** Something that is only so large, and how so many students use it at their worst. */
export type Limit = {
  name: string
  /** Of the same unit as the load. */
  value: number
  unit: string
  load: (students: number) => number
  /** What to do when it comes near. */
  remedy: string
  /** True: nothing fails beyond it, it only begins to cost. */
  isAllowance?: boolean
  /** False: from memory, or not published. */
  verified: boolean
}

/** Google's 'Usage limits' since May 2026; reading what is known of a file takes 5. */
const DRIVE_UNITS_PER_DOWNLOAD = 200

/** DynamoDB's, of one partition: what all items with one partition key may take. A second. */
const PARTITION_WRITES = 1_000
const PARTITION_READS = 3_000
/** Write units of one sign-up on `COUNTERS`, which all sign-ups share; transactions count twice. */
const SIGN_UP_COUNTER = 2

export const limitsOf = ({ gateway, originConcurrency }: StackFacts): Limit[] => [
  {
    name: 'Mails of Cognito itself (forgotten password)',
    value: 50,
    unit: 'a day',
    load: (students) => students * peak.forgettingPerDay,
    remedy:
      'Let Cognito send through SES (0.10 USD per 1,000 mails): a verified domain, out of the sandbox, `mail` of the stage (docs/runbook.md). Do it before the first exam season.',
    verified: false,
  },
  {
    name: 'Functions at one time, new AWS account',
    value: 10,
    unit: 'at once',
    load: concurrency,
    remedy:
      'Ask Service Quotas for 1,000 before going live (free, takes days): until then no concurrency can be reserved for the streaming origin either.',
    verified: false,
  },
  {
    name: "Cognito's active accounts for nothing",
    value: prices.accounts.allowance,
    unit: 'accounts a month',
    load: (students) => students,
    remedy: 'Nothing fails; each further account is 0.0055 USD a month.',
    isAllowance: true,
    verified: true,
  },
  {
    name: "CloudFront's requests for nothing",
    value: prices.edgeRequests.allowance,
    unit: 'a month',
    load: (students) =>
      students *
      (sumOf(Object.values(studentCalls())) +
        student.visits * traffic.siteRequestsPerVisit +
        (studentCalls().getTicket ?? 0) * traffic.requestsPerDocument),
    remedy:
      'Nothing fails; 1.20 USD a million. Compare the flat-rate plans of CloudFront (15, 200 and 1,000 USD a month, firewall included), above all with the switch `firewall`.',
    isAllowance: true,
    verified: true,
  },
  {
    name: "Cognito's sign-ups (UserCreation)",
    value: 50,
    unit: 'a second',
    load: signUps,
    remedy:
      'Announce by class, not to all at once; the page says to try again. More is bought by the call a second.',
    verified: true,
  },
  {
    name: "Cognito's sign-ins (UserAuthentication; the answer to SRP's challenge does not count)",
    value: 120,
    unit: 'a second',
    load: (students) => (students * peak.signingInPerMinute) / 60,
    remedy:
      'Bought by the call a second. Open pages are not touched: they refresh tokens, which is counted apart.',
    verified: false,
  },
  {
    name: "The gateway's throttle of this stage",
    value: gateway.rate,
    unit: 'calls a second',
    load: peakCalls,
    remedy: "Raise DEFAULT_THROTTLE (infra/constructs/contract-api.ts), up to the account's 10,000.",
    verified: true,
  },
  {
    name: "API Gateway's quota of an account",
    value: 10_000,
    unit: 'calls a second',
    load: peakCalls,
    remedy: 'Ask Service Quotas; AWS grants more.',
    verified: false,
  },
  {
    name: 'Functions at one time, grown account',
    value: 1_000,
    unit: 'at once',
    load: concurrency,
    remedy: 'Ask Service Quotas; tens of thousands are ordinary.',
    verified: true,
  },
  {
    name: 'Table: counters (`COUNTERS`)',
    value: PARTITION_WRITES,
    unit: 'write units a second',
    load: (students) => signUps(students) * SIGN_UP_COUNTER,
    remedy: 'More shards with partition keys of their own (USER_COUNTER_SHARDS in functions/data/keys.ts).',
    verified: true,
  },
  {
    name: 'Table: newest users (`USERS`, index 1)',
    value: PARTITION_WRITES,
    unit: 'write units a second',
    load: signUps,
    remedy: 'Shard by day; the list then asks the newest days.',
    verified: true,
  },
  {
    name: "Table: one track's subjects (`SUBJECTS#SM`)",
    value: PARTITION_READS,
    unit: 'read units a second',
    // The edge keeps a public list for a minute: three tracks, a copy each location and way of compression.
    load: () => (documents.locations * 2 * 1.5) / 60,
    remedy: 'None needed: reads do not grow with the number of students.',
    verified: true,
  },
  {
    name: 'Table: counts of one network address (`THROTTLE#address`)',
    value: PARTITION_WRITES,
    unit: 'write units a second',
    // A twentieth of all who arrive behind one address of a mobile operator.
    load: (students) => (0.05 * students * peak.arrivingPerMinute) / 60,
    remedy:
      'Raise the limit of 6,000 claims a minute an address first (shared/contract/session.ts): it is met long before.',
    verified: true,
  },
  {
    name: 'Claims from one network address (our own limit)',
    value: 6_000,
    unit: 'a minute',
    load: (students) => 0.05 * students * peak.arrivingPerMinute,
    remedy: 'Raise it in shared/contract/session.ts.',
    verified: true,
  },
  {
    name: "Drive's quota, as one service account, while the edge holds no copy",
    value: 325_000,
    unit: 'quota units a minute',
    load: (students) => coldFetches(students) * traffic.requestsPerDocument * DRIVE_UNITS_PER_DOWNLOAD,
    remedy:
      'Keep copies longer at the edge (s-maxage in functions/files/stream.ts: the version in the path makes it safe), ask Google for more, then move documents to S3.',
    verified: true,
  },
  ...(originConcurrency === null
    ? []
    : [
        {
          name: 'Runs of the streaming origin, reserved by this stage',
          value: originConcurrency,
          unit: 'at once',
          load: originRuns,
          remedy: 'Raise originConcurrency (infra/stages.ts). Students see a retry, never an open door.',
          verified: true,
        },
      ]),
  {
    name: "Drive's bytes without charge",
    value: 1_000,
    unit: 'GB a day and project',
    load: (students) => ((edgeMisses(students) / 30) * traffic.bytesPerDocument) / 1e9,
    remedy: 'As above.',
    verified: true,
  },
  {
    name: "CloudFront's requests of a distribution",
    value: 250_000,
    unit: 'a second',
    load: (students) => peakCalls(students) * 1.3,
    remedy: 'Ask Service Quotas.',
    verified: false,
  },
  {
    name: "CloudFront's rate of a distribution",
    value: 150,
    unit: 'Gbit/s',
    load: (students) => (openings(students) * traffic.bytesPerDocument * 8) / 1e9,
    remedy: 'Ask Service Quotas.',
    verified: false,
  },
]

/** The most students that a limit lets in; Infinity when it does not grow with them. */
export function studentsAt({ value, load }: Limit): number {
  const MOST = 1e10
  if (load(MOST) < value) return Number.POSITIVE_INFINITY
  let low = 0
  let high = MOST
  while (high - low > 1) {
    const middle = (low + high) / 2
    if (load(middle) > value) high = middle
    else low = middle
  }
  return Math.floor(low)
}
