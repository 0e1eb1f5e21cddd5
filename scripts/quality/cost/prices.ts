/** One step of a price that falls with the amount: it holds up to so many units a month. */
type Step = { upTo: number; usd: number }

export type Price = {
  service: string
  /** What one unit is. */
  unit: string
  steps: readonly Step[]
  /** Units a month that AWS gives every account permanently. What ends after twelve months is not counted. */
  given: number
  /** Date of the price list that the figure was found in, as quoted by public material; null: from memory. */
  read: string | null
}

const AUTUMN = '2026-10-09'
/** Not found in public material, so written down from memory. */
const MEMORY = null

/** @param usd US dollars for one unit, or for one unit of each step, the last without end */
function price(
  service: string,
  unit: string,
  usd: number | [upTo: number, usd: number][],
  read: string | null,
  given = 0,
): Price {
  const steps = typeof usd === 'number' ? [[Number.POSITIVE_INFINITY, usd] as const] : usd
  return { service, unit, steps: steps.map(([upTo, each]) => ({ upTo, usd: each })), given, read }
}

/**
 * Prices of eu-west-3 (Paris); CloudFront's are those of Europe, whose locations serve Morocco. On demand, without taxes
 * and without negotiated discounts.
 */
export const prices = {
  edgeRequests: price('CloudFront', 'HTTPS request', 0.000_001_2, AUTUMN, 10_000_000),
  edgeBytes: price(
    'CloudFront',
    'GB to browsers',
    [
      [10_240, 0.085],
      [51_200, 0.08],
      [153_600, 0.06],
      [512_000, 0.04],
      [1_048_576, 0.03],
      [Number.POSITIVE_INFINITY, 0.025],
    ],
    AUTUMN,
    1_024,
  ),
  edgeBytesToOrigin: price('CloudFront', 'GB of PUT, POST and DELETE to the API', 0.02, MEMORY),
  edgeFunctions: price('CloudFront', 'run of a CloudFront function', 0.000_000_1, 'undated', 2_000_000),
  gatewayRequests: price(
    'API Gateway',
    'call (HTTP API)',
    [
      [300_000_000, 0.000_001_17],
      [Number.POSITIVE_INFINITY, 0.000_001_053],
    ],
    AUTUMN,
  ),
  lambdaRequests: price('Lambda', 'call', 0.000_000_2, AUTUMN, 1_000_000),
  lambdaCompute: price('Lambda', 'GB-second (arm64)', 0.000_013_333_4, AUTUMN, 400_000),
  tableWrites: price('DynamoDB', 'write unit', 0.000_000_742_3, '2026-09-07'),
  tableReads: price('DynamoDB', 'read unit', 0.000_000_148_7, '2026-09-07'),
  tableStorage: price('DynamoDB', 'GB stored', 0.297_15, MEMORY, 25),
  tableRecovery: price('DynamoDB', 'GB with point-in-time recovery', 0.237_72, MEMORY),
  tableExport: price('DynamoDB', 'GB exported to S3', 0.118_86, MEMORY),
  accounts: price(
    'Cognito',
    'active account, plan Lite',
    [
      [100_000, 0.005_5],
      [1_000_000, 0.004_6],
      [Number.POSITIVE_INFINITY, 0.003_25],
    ],
    '2026-09-20',
    10_000,
  ),
  accountsChecked: price('Cognito', 'active account, plan Plus', 0.02, '2026-09-20'),
  logs: price('CloudWatch', 'GB of logs ingested', 0.598_5, AUTUMN, 5),
  logStorage: price('CloudWatch', 'GB of logs stored, compressed', 0.031_5, AUTUMN),
  metrics: price('CloudWatch', 'custom metric', 0.3, MEMORY, 10),
  alarms: price('CloudWatch', 'metric watched by an alarm', 0.1, AUTUMN, 10),
  dashboards: price('CloudWatch', 'dashboard', 3, MEMORY, 3),
  firewalls: price('WAF', 'web ACL', 5, MEMORY),
  firewallRules: price('WAF', 'rule', 1, MEMORY),
  firewallRequests: price('WAF', 'request inspected', 0.000_000_6, MEMORY),
  siteReads: price('S3', 'GET', 0.000_000_42, AUTUMN),
  siteStorage: price('S3', 'GB stored', 0.024, AUTUMN),
  secrets: price('Secrets Manager', 'secret', 0.4, AUTUMN),
  keys: price('KMS', 'customer managed key', 1, MEMORY),
  hostedZones: price('Route 53', 'hosted zone', 0.5, AUTUMN),
} satisfies Record<string, Price>
export type PriceName = keyof typeof prices
/** Amounts of a month. */
export type Amounts = Partial<Record<PriceName, number>>
export const PRICE_NAMES = Object.keys(prices) as PriceName[]

/** What an amount costs in a month, in US dollars. @param given units without charge; they are the first, dearest ones */
export function priceOf({ steps }: Price, amount: number, given = 0): number {
  return steps.reduce((cost, { upTo, usd }, index) => {
    const from = Math.max(steps[index - 1]?.upTo ?? 0, given)
    return cost + Math.max(0, Math.min(amount, upTo) - from) * usd
  }, 0)
}
