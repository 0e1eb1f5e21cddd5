import type { RouteName } from '#shared/contract/routes.ts'

// Assumptions, not measurements: the product has no users yet. Change them here and run `npm run cost -- --write`.

/** One student's month. */
export const student = {
  /** Hours of open, visible page. */
  hours: 20,
  visits: 20,
  heartbeatsPerHour: 120,
  mockExams: 2,
  /** Refresh tokens live for 30 days; phones and lessons on another computer bring the second. */
  signIns: 2,
  /** New accounts for each student there is. */
  signUps: 0.1,
  forgottenPasswords: 0.05,
} as const

/** API calls of one student in a month. A claim also answers the profile, so that a visit begins with one call. */
export const studentCalls = {
  renewSession: student.hours * student.heartbeatsPerHour,
  claimSession: student.visits,
  listProgress: student.visits,
  getChapter: 2 * student.visits,
  listSubjects: 0.5 * student.visits,
  getTicket: 2 * student.visits,
  markDocuments: student.visits,
  startMockExam: student.mockExams,
  // Its end, and its marks in two steps.
  updateMockExam: 3 * student.mockExams,
  listPractice: 2 * student.mockExams,
  listVideos: 1,
  clearSession: 2,
  getSignUpChallenge: student.signUps,
} satisfies Partial<Record<RouteName, number>>

/** API calls of two owners in a month, however many students there are. */
export const OWNERS_CALLS = {
  listUsers: 400,
  setPremium: 150,
  getOverview: 100,
  getPublication: 100,
  listResources: 200,
  addResource: 30,
  updateResource: 30,
  addSubject: 6,
  listAudit: 60,
  importResources: 4,
  checkDocuments: 10,
} satisfies Partial<Record<RouteName, number>>

/** Read units of a sign-in's triggers: the block of the address and the profile (docs/access-patterns.md). */
export const SIGN_IN_READS = 2

/** Write units of a sign-up's proof of work, which is used up and counted in its day. */
export const PROOF_WRITES = 2

/** Requests and bytes, beside calls of the API. */
export const traffic = {
  /** The page, config.json and what the service worker does not hold. */
  siteRequestsPerVisit: 12,
  siteBytesPerVisit: 80_000,
  /** A whole PDF, which is read in parts. */
  requestsPerDocument: 3,
  bytesPerDocument: 1_200_000,
  /** Free videos of a student in a month; most are on YouTube, which costs nothing here. */
  videos: 1,
  requestsPerVideo: 12,
  bytesPerVideo: 30_000_000,
  /** With headers; a call also carries the access token. */
  bytesPerAnswer: 1_000,
  bytesPerCall: 1_900,
} as const

/** The edge keeps one copy of a document per location, for a day (functions/files/stream.ts). */
export const documents = {
  stored: 1_300,
  /** Regional caches of CloudFront that serve Morocco. */
  locations: 3,
  secondsPerFetch: 2,
} as const

/** Billed seconds of functions. */
export const compute = {
  /** 9 ms at the share of a core that 512 MB get, some 5 ms for the table, rounded up (docs/cost.md). */
  perCall: 0.02,
  /** Share of calls that start an instance, and what a start takes. */
  coldStarts: 0.005,
  perColdStart: 0.6,
  /** A trigger of Cognito. */
  perTrigger: 0.05,
  /** Both daily runs together, which look at every account and every document. */
  dailyRuns: 600,
} as const

/**
 * Bytes in the table, with DynamoDB's 100 for each item and index entry, and of the site in S3. Of a student half are the
 * examinations of a school year, in its middle.
 */
export const stored = { perStudent: 20_000, content: 15_000_000, site: 30_000_000 } as const

/** Bytes of logs. */
export const logging = {
  /** The line of the gateway's access log, filled in as in AWS's documentation of `$context`. */
  gatewayLine: 183,
  /** The line that a function writes of a call; logged-bytes.test.ts compares it with what handlers write. */
  functionLine: 300,
  /** The line of a claim and of a ticket from which CloudWatch makes a metric. */
  metricLine: 320,
  /** What CloudWatch counts for each line beside its text. */
  perLine: 26,
  /** Share that is left once compressed. */
  compressed: 0.15,
} as const
