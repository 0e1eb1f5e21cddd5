import type { RouteName } from '#shared/contract/routes.ts'

/**
 * One student's month: 20 hours of open page in 20 visits of an hour. Assumptions, not measurements: nobody uses the
 * product yet. Change them here and run `npm run cost -- --write`.
 */
export const student = {
  hours: 20,
  visits: 20,
  /** Of an open, visible page (bar P14; web/src/lib/auth/session-alive.test.ts). */
  heartbeatsPerHour: 120,
  /** Calls beside the heartbeat in one visit. A claim answers the profile, so that a visit begins with one call. */
  callsPerVisit: {
    claimSession: 1,
    listProgress: 1,
    getChapter: 2,
    listSubjects: 0.5,
    getTicket: 2,
    markDocuments: 1,
  } satisfies Partial<Record<RouteName, number>>,
  callsPerMonth: { listVideos: 1, clearSession: 2 } satisfies Partial<Record<RouteName, number>>,
  /** Refresh tokens live for 30 days; phones and lessons on another computer bring the second. */
  signIns: 2,
  /** New accounts a month for each student there is. */
  signUps: 0.1,
  /** Mails with a code for a new password. */
  forgottenPasswords: 0.05,
} as const

/** What one visit brings to a browser beside the API's answers. */
export const traffic = {
  /** Files of the site that are asked for: the page, config.json and what the service worker does not hold. */
  siteRequestsPerVisit: 12,
  siteBytesPerVisit: 80_000,
  /** A whole PDF is 1.2 MB; it is read in parts. */
  requestsPerDocument: 3,
  bytesPerDocument: 1_200_000,
  /** Free videos, mostly on YouTube, which costs nothing here. */
  videosPerMonth: 1,
  requestsPerVideo: 12,
  bytesPerVideo: 30_000_000,
  /** With headers, as sent to a browser. */
  bytesPerAnswer: 1_000,
  /** With headers and the access token, as sent to the API. */
  bytesPerCall: 1_900,
} as const

/** How documents are kept at the edge: one copy a location, which is fetched anew after a day (functions/files/stream.ts). */
export const documents = {
  stored: 1_300,
  /** Regional caches of CloudFront that serve Morocco. */
  locations: 3,
  secondsPerFetch: 2,
} as const

/** What the functions take; see {@link MEASURED_CALL}. */
export const compute = {
  /** Billed time of one API call. Seconds. */
  perCall: 0.02,
  /** New instances, as a share of calls, and what starting one takes. Seconds. */
  coldStarts: 0.005,
  perColdStart: 0.6,
  /** A trigger of Cognito. */
  perTrigger: 0.05,
  /** Both daily runs together: every account and every document is looked at. */
  dailyRuns: 600,
} as const

export const MEASURED_CALL =
  '2.5 ms of processor time for a heartbeat (1,000 calls of the real handler with token check, on one laptop core ' +
  'of 2026, the proxy in front of the emulator included). A function of 512 MB has 0.29 of a core: 9 ms, and some ' +
  '5 ms for the table. 20 ms are counted.'

/** What is stored of one student. Bytes, with DynamoDB's 100 for each item and index entry. */
export const stored = {
  profileAndSearch: 6_000,
  progress: 3_000,
  /** Subjects, resources and their words, whoever comes. */
  content: 15_000_000,
  site: 30_000_000,
} as const

/** Logs. Bytes. */
export const logging = {
  /**
   * The one line that a function writes of a call, with the trace id that Lambda adds; logged-bytes.test.ts compares it with
   * what the handlers write.
   */
  functionLine: 300,
  /** The line of a claim and of a ticket from which CloudWatch makes a metric. */
  metricLine: 320,
  /** CloudWatch counts so much for each line beside its text. */
  perLine: 26,
  /** Logs are kept compressed. */
  compressed: 0.15,
} as const

/** Two owners at work, whoever many students there are. Calls a month. */
export const owners = {
  listUsers: 400,
  setPremium: 150,
  getOverview: 100,
  listResources: 200,
  addResource: 30,
  updateResource: 30,
  addSubject: 6,
  listAudit: 60,
  importResources: 4,
  checkDocuments: 10,
} satisfies Partial<Record<RouteName, number>>

/** How students come together, for limits by the second. Shares of all students. */
export const peak = {
  /** With a page open at the same time in the busiest hour, the evening before an exam. On average it is 2.7 percent. */
  online: 0.15,
  /** Begin a visit within the same minute, when a lesson begins. */
  arrivingPerMinute: 0.01,
  /** Sign in with their password within the same minute. */
  signingInPerMinute: 0.005,
  /** Create their account within the same minute, after an announcement. */
  signingUpPerMinute: 0.005,
  /** Forget their password on the worst day. */
  forgettingPerDay: 0.005,
} as const
