/** kB are 1,000 bytes; sizes of scripts are gzipped, as they travel. */
type Unit = 'B' | 'kB' | 'ms' | 's' | 'min' | '×' | 'USD' | ''

type Limit = { name: string; unit: Unit; atMost?: number; exactly?: number }

/**
 * Promises about speed and cost, each limit declared once, for `npm run bench` and the tests of every change.
 * docs/performance.md explains how each is measured.
 */
export const limits = {
  scriptBeforePaint: { name: 'script before the largest paint', unit: 'B', exactly: 0 },
  homeScript: { name: 'script of the home page', unit: 'kB', atMost: 97 },
  pageScript: { name: 'script of a page', unit: 'kB', atMost: 108 },
  pageScriptSignedIn: { name: 'script of a page, signed in', unit: 'kB', atMost: 153 },
  scriptRequests: { name: 'scripts of a page', unit: '', atMost: 8 },
  scriptSteps: { name: 'steps from the page to its last script', unit: '', exactly: 1 },
  idleScript: { name: 'script fetched while idle', unit: 'kB', atMost: 3 },
  amplifyUnasked: { name: 'Amplify before it is needed', unit: 'B', exactly: 0 },
  viewerUnasked: { name: 'script of the viewer before a document is opened', unit: 'B', exactly: 0 },
  paperScript: { name: 'script of a first opened PDF', unit: 'kB', atMost: 25 },
  requestsBeforeContent: { name: 'requests before the content', unit: '', exactly: 1 },
  paintRatio: { name: 'largest paint / static page', unit: '×', atMost: 1.1 },
  hydrated: { name: 'hydrated', unit: 's' },
  secondVisitRatio: { name: 'second visit / static page from the cache', unit: '×', atMost: 1.3 },
  layoutShift: { name: 'layout shift', unit: '', exactly: 0 },
  blockingTime: { name: 'blocking time', unit: 'ms', atMost: 100 },
  firstPaper: { name: 'tap to first page', unit: 's', atMost: 2.4 },
  realPaper: { name: "tap to first page, real papers / the demo's", unit: '×', atMost: 1.15 },
  nextPaper: { name: 'tap to first page, next papers', unit: 's', atMost: 1.8 },
  nextPage: { name: 'from a page to the next', unit: 's', atMost: 1 },
  wholePaper: { name: 'bytes of a whole reading / the PDF', unit: '×', atMost: 0.4 },
  callsPerHour: { name: 'API calls of an open page in an hour', unit: '', atMost: 120 },

  studentBundle: { name: 'bundle, called by students', unit: 'kB', atMost: 450 },
  otherBundle: { name: 'bundle, others', unit: 'kB', atMost: 1_000 },
  threadBundle: { name: 'bundle of a thread, loaded when needed', unit: 'kB', atMost: 1_800 },
  frequentColdStart: { name: 'cold start / bare handler, frequent', unit: '×', atMost: 1.3 },
  coldStart: { name: 'cold start / bare handler, others', unit: '×' },
  warmCall: { name: 'warm call / bare handler', unit: '×', atMost: 1.5 },

  publicReadTrips: { name: 'round trips, public read', unit: '', exactly: 1 },
  heartbeatTrips: { name: 'round trips, heartbeat', unit: '', exactly: 1 },
  ticketTrips: { name: 'round trips, ticket', unit: '', atMost: 2 },
  ownerChangeTrips: { name: "round trips, owner's change", unit: '', atMost: 3 },
  heartbeatWrites: { name: 'write units, heartbeat', unit: '', exactly: 1 },
  heartbeatReads: { name: 'read units, heartbeat', unit: '', exactly: 0 },
  premiumTransactions: { name: 'transactions, Premium toggle', unit: '', exactly: 1 },
  deletionWrites: { name: 'write units, account deletion', unit: '', atMost: 20 },
  resourceWrites: { name: 'write units, resource change', unit: '', atMost: 10 },
  costWithoutStudents: { name: 'a month without students', unit: 'USD' },
  scans: { name: 'routes that scan the table', unit: '', exactly: 0 },
  costPerThousand: { name: 'a month of 1,000 students', unit: 'USD', atMost: 6.5 },

  changedUnits: { name: 'routes whose units grow with the table', unit: '', exactly: 0 },
  searchDifferences: { name: "owner's search, rows missing, added or out of order", unit: '', exactly: 0 },
  searchTime: { name: "owner's search", unit: 's', atMost: 2 },

  startTime: { name: 'npm start to ready', unit: 's', atMost: 15 },
} as const satisfies Record<string, Limit>
export type LimitName = keyof typeof limits

/** One measured value. `of` names the route, page or function. */
export type Figure = { limit: LimitName; of: string; value: number }

/** NaN, which could not be measured, is not. */
export function isWithin({ limit, value }: Figure): boolean {
  const { atMost = Number.POSITIVE_INFINITY, exactly = value }: Limit = limits[limit]
  return value <= atMost && value === exactly
}

/** Formats '82.41 kB': two digits, rounded up, so that a limit that is slightly exceeded looks exceeded. */
export function formatValue({ limit, value }: Pick<Figure, 'limit' | 'value'>): string {
  return `${Math.ceil(Math.round(value * 1e6) / 1e4) / 100} ${limits[limit].unit}`.trim()
}

/** Formats '≤ 110 kB', '= 0 B', or nothing for what is only reported. */
export function formatLimit(limit: LimitName): string {
  const { atMost, exactly }: Limit = limits[limit]
  if (exactly !== undefined) return `= ${formatValue({ limit, value: exactly })}`
  return atMost === undefined ? '' : `≤ ${formatValue({ limit, value: atMost })}`
}
