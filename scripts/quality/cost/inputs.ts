import type { RouteName } from '#shared/contract/routes.ts'

/**
 * The units that AWS gives every account each month, and the date of the price list. A price without a date is from
 * memory.
 */
type Price = readonly [service: string, unit: string, usd: number, given?: number, read?: string]

const AUTUMN = '2026-10-09'

/** On demand in eu-west-3 (Paris), CloudFront in Europe, for the first step of each list, without taxes. */
export const prices = {
  edgeRequests: ['CloudFront', 'HTTPS request', 0.000_001_2, 10_000_000, AUTUMN],
  edgeBytes: ['CloudFront', 'GB to browsers', 0.085, 1_024, AUTUMN],
  edgeBytesToOrigin: ['CloudFront', 'GB of changes to the API', 0.02],
  edgeFunctions: ['CloudFront', 'run of a CloudFront function', 0.000_000_1, 2_000_000],
  edgeInvalidations: ['CloudFront', 'invalidated path', 0.005, 1_000],
  gatewayRequests: ['API Gateway', 'call', 0.000_001_17, 0, AUTUMN],
  lambdaRequests: ['Lambda', 'call', 0.000_000_2, 1_000_000, AUTUMN],
  lambdaCompute: ['Lambda', 'GB-second (arm64)', 0.000_013_333_4, 400_000, AUTUMN],
  tableWrites: ['DynamoDB', 'write unit', 0.000_000_742_3, 0, '2026-09-07'],
  tableReads: ['DynamoDB', 'read unit', 0.000_000_148_7, 0, '2026-09-07'],
  tableStorage: ['DynamoDB', 'GB stored', 0.297_15, 25],
  tableRecovery: ['DynamoDB', 'GB with point-in-time recovery', 0.237_72],
  tableExport: ['DynamoDB', 'GB exported to S3', 0.118_86],
  accounts: ['Cognito', 'active account, plan Lite', 0.005_5, 10_000, '2026-09-20'],
  accountsChecked: ['Cognito', 'active account, plan Plus', 0.02, 0, '2026-09-20'],
  logs: ['CloudWatch', 'GB of logs ingested', 0.598_5, 5, AUTUMN],
  logStorage: ['CloudWatch', 'GB of logs stored, compressed', 0.031_5, 0, AUTUMN],
  metrics: ['CloudWatch', 'custom metric', 0.3, 10],
  alarms: ['CloudWatch', 'metric watched by an alarm', 0.1, 10, AUTUMN],
  dashboards: ['CloudWatch', 'dashboard', 3, 3],
  firewalls: ['WAF', 'web ACL', 5],
  firewallRules: ['WAF', 'rule', 1],
  firewallRequests: ['WAF', 'request inspected', 0.000_000_6],
  objectReads: ['S3', 'GET', 0.000_000_42, 0, AUTUMN],
  objectWrites: ['S3', 'PUT', 0.000_005_3],
  objectStorage: ['S3', 'GB stored', 0.024, 0, AUTUMN],
  queueRequests: ['SQS', 'request', 0.000_000_4, 1_000_000],
  mails: ['SES', 'mail', 0.000_1],
  secrets: ['Secrets Manager', 'secret', 0.4, 0, AUTUMN],
  keys: ['KMS', 'customer managed key', 1],
  hostedZones: ['Route 53', 'hosted zone', 0.5, 0, AUTUMN],
} as const satisfies Record<string, Price>
export type PriceName = keyof typeof prices

// What follows is assumed, since the product has no users yet. It is changed here, then `npm run cost -- --write` runs.

/** One student's month. New accounts and forgotten passwords are shares of a student. */
export const student = {
  visits: 20,
  signIns: 2,
  signUps: 0.1,
  forgottenPasswords: 0.05,
  /** Two reminders a year, and a decision in five months. */
  mails: 0.4,
} as const

/**
 * API calls of one student in a month: 20 visits of an hour, two mock examinations, 30 exercises, and a payment in
 * five months.
 */
export const studentCalls = {
  renewSession: 20 * 120,
  claimSession: 20,
  listProgress: 20,
  // Those that are opened, and that of the document which the home page says is due.
  getChapter: 60,
  listSubjects: 10,
  // Visits of the home page and of 'Mes révisions', whose plan names exercises.
  listExercises: 30,
  getTicket: 40,
  markDocuments: 20,
  startMockExam: 2,
  updateMockExam: 6,
  // Twenty visits of the home page and of 'Mes révisions', and again after each mark.
  listPractice: 70,
  markPaper: 30,
  getExerciseHelp: 15,
  listVideos: 1,
  clearSession: 2,
  getSignUpChallenge: 0.1,
  declarePayment: 0.2,
  attachReceipt: 0.1,
  listOwnPaymentRequests: 2,
  askQuestion: 1,
  listOwnQuestions: 3,
} satisfies Partial<Record<RouteName, number>>

/** API calls of two owners in a month, however many students there are. */
export const ownersCalls = {
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
  listPaymentRequests: 60,
  getReceipt: 60,
  decidePaymentRequest: 100,
  listQuestions: 60,
  answerQuestion: 200,
  listSheets: 40,
  getStoredSheet: 40,
  setSheet: 30,
} satisfies Partial<Record<RouteName, number>>

/** Units beside those of routes: a sign-in's triggers read two items, a sign-up's proof of work writes two. */
export const triggers = { readsPerSignIn: 2, writesPerSignUp: 2 } as const

/** Requests and bytes. The site's are the page, config.json and what the service worker does not hold. */
export const traffic = {
  siteRequestsPerVisit: 12,
  siteBytesPerVisit: 80_000,
  // The pictures of six pages, one or two of them large as well, and the text.
  requestsPerDocument: 8,
  bytesPerDocument: 350_000,
  /** Free videos of a student in a month; YouTube's cost nothing here. */
  videos: 1,
  requestsPerVideo: 12,
  bytesPerVideo: 30_000_000,
  bytesPerAnswer: 1_000,
  bytesPerCall: 1_900,
} as const

/**
 * A document whose content changes is invalidated at once, and its earlier pictures when they are removed; pages are
 * not (docs/decisions/31-publishing.md). The edge fetches each picture once a month at most in each of the regional
 * caches that serve Morocco. A PDF is prepared when it is new or its content changes: half a second for each page, and
 * two to begin.
 */
export const documents = {
  stored: 1_300,
  locations: 3,
  pages: 6,
  preparedPerMonth: 66,
  invalidationsEach: 2,
  secondsPerPreparation: 5,
  preparationMemoryGb: 2,
} as const

/** A publication after one change reads all content, renders every page and stores those that differ. */
export const publication = { seconds: 10, memoryGb: 1.73, filesWritten: 6 } as const

/** Lambda asks each of two queues five times in 20 seconds, also while they are empty. */
export const queues = { requestsPerMonth: 2 * 5 * 3 * 60 * 24 * 30 } as const

/**
 * Billed seconds of functions. A call takes 9 ms at the share of a core that 512 MB get and 5 ms for the table, rounded
 * up, and 0.5 percent of the calls start an instance in 0.6 s. The daily runs look at every account and document.
 */
export const compute = { perCall: 0.02 + 0.005 * 0.6, perTrigger: 0.05, dailyRuns: 600 } as const

/**
 * Bytes in the table with DynamoDB's overhead, half of a student's being examinations, and in S3 those of the site and of
 * a page in both sizes.
 */
export const stored = { perStudent: 20_000, content: 15_000_000, site: 30_000_000, page: 120_000 } as const

/** Bytes of a log line of each kind with CloudWatch's 26, and the share that is left once compressed. */
export const logging = { gatewayLine: 209, functionLine: 326, metricLine: 346, compressed: 0.15 } as const
