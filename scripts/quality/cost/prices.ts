/** One step of a price that falls with the amount: it holds up to so many units a month. */
type Step = { upTo: number; usd: number }

export type Price = {
  service: string
  /** What one unit is. */
  unit: string
  /** US dollars for one unit, or steps of the amount, the last without end. */
  usd: number | readonly [...Step[], { usd: number }]
  /** Units a month that AWS gives every account for good. What ends after twelve months is not counted. */
  allowance?: number
  /** The day of the price list in which the figure was found; 'undated' for a stored copy of AWS's page. */
  read: string
  /** Where AWS publishes it. */
  source: string
  /** False: from memory of the price list, not found again where we could look. */
  verified: boolean
  note?: string
}

const LIST = 'https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws'
const regional = (offer: string) => `${LIST}/${offer}/current/eu-west-3/index.json`

const AUTUMN = '2026-10-09'

/**
 * Prices for eu-west-3 (Paris); CloudFront's are those of Europe, whose locations serve Morocco. On demand, without
 * taxes and without discounts that are agreed upon with AWS.
 */
export const prices = {
  edgeRequests: {
    service: 'CloudFront',
    unit: 'request (HTTPS)',
    usd: 0.000_001_2,
    allowance: 10_000_000,
    read: AUTUMN,
    source: `${LIST}/AmazonCloudFront/current/index.json`,
    verified: true,
  },
  edgeBytes: {
    service: 'CloudFront',
    unit: 'GB to browsers',
    usd: [
      { upTo: 10_240, usd: 0.085 },
      { upTo: 51_200, usd: 0.08 },
      { upTo: 153_600, usd: 0.06 },
      { upTo: 512_000, usd: 0.04 },
      { upTo: 1_048_576, usd: 0.03 },
      { usd: 0.025 },
    ],
    allowance: 1_024,
    read: AUTUMN,
    source: 'https://aws.amazon.com/cloudfront/pricing/',
    verified: true,
    note: 'Steps beyond the first from an undated copy; in Africa and the Middle East 0.110 instead of 0.085.',
  },
  edgeBytesToOrigin: {
    service: 'CloudFront',
    unit: 'GB of PUT, POST and DELETE to the API',
    usd: 0.02,
    read: AUTUMN,
    source: 'https://aws.amazon.com/cloudfront/pricing/',
    verified: false,
  },
  edgeFunctions: {
    service: 'CloudFront',
    unit: 'run of a CloudFront function',
    usd: 0.000_000_1,
    allowance: 2_000_000,
    read: 'undated',
    source: 'https://aws.amazon.com/cloudfront/pricing/',
    verified: true,
  },
  gatewayRequests: {
    service: 'API Gateway',
    unit: 'call (HTTP API)',
    usd: [{ upTo: 300_000_000, usd: 0.000_001_17 }, { usd: 0.000_001_053 }],
    read: AUTUMN,
    source: regional('AmazonApiGateway'),
    verified: true,
    note: 'Beyond 300 million calls from memory: 10 percent less, as elsewhere.',
  },
  lambdaRequests: {
    service: 'Lambda',
    unit: 'call',
    usd: 0.000_000_2,
    allowance: 1_000_000,
    read: AUTUMN,
    source: regional('AWSLambda'),
    verified: true,
  },
  lambdaCompute: {
    service: 'Lambda',
    unit: 'GB-second (arm64)',
    usd: 0.000_013_333_4,
    allowance: 400_000,
    read: AUTUMN,
    source: regional('AWSLambda'),
    verified: true,
  },
  lambdaStreamed: {
    service: 'Lambda',
    unit: 'GB streamed beyond 6 MB an answer',
    usd: 0.008,
    read: AUTUMN,
    source: 'https://aws.amazon.com/lambda/pricing/',
    verified: false,
  },
  tableWrites: {
    service: 'DynamoDB',
    unit: 'write unit, on demand',
    usd: 0.000_000_742_3,
    read: '2026-09-07',
    source: regional('AmazonDynamoDB'),
    verified: true,
  },
  tableReads: {
    service: 'DynamoDB',
    unit: 'read unit, on demand',
    usd: 0.000_000_148_7,
    read: '2026-09-07',
    source: regional('AmazonDynamoDB'),
    verified: true,
  },
  tableStorage: {
    service: 'DynamoDB',
    unit: 'GB stored',
    usd: 0.297_15,
    allowance: 25,
    read: AUTUMN,
    source: regional('AmazonDynamoDB'),
    verified: false,
  },
  tableRecovery: {
    service: 'DynamoDB',
    unit: 'GB with point-in-time recovery',
    usd: 0.237_72,
    read: AUTUMN,
    source: regional('AmazonDynamoDB'),
    verified: false,
  },
  tableExport: {
    service: 'DynamoDB',
    unit: 'GB exported to S3',
    usd: 0.118_86,
    read: AUTUMN,
    source: regional('AmazonDynamoDB'),
    verified: false,
  },
  accounts: {
    service: 'Cognito',
    unit: 'active account, plan Lite',
    usd: [{ upTo: 100_000, usd: 0.005_5 }, { upTo: 1_000_000, usd: 0.004_6 }, { usd: 0.003_25 }],
    allowance: 10_000,
    read: '2026-09-20',
    source: 'https://aws.amazon.com/cognito/pricing/',
    verified: true,
    note: 'Beyond a million from memory.',
  },
  accountsChecked: {
    service: 'Cognito',
    unit: 'active account, plan Plus',
    usd: 0.02,
    read: '2026-09-20',
    source: 'https://aws.amazon.com/cognito/pricing/',
    verified: true,
  },
  logs: {
    service: 'CloudWatch',
    unit: 'GB of logs taken in',
    usd: 0.598_5,
    allowance: 5,
    read: AUTUMN,
    source: regional('AmazonCloudWatch'),
    verified: true,
  },
  logStorage: {
    service: 'CloudWatch',
    unit: 'GB of logs kept, compressed',
    usd: 0.031_5,
    read: AUTUMN,
    source: regional('AmazonCloudWatch'),
    verified: true,
  },
  metrics: {
    service: 'CloudWatch',
    unit: 'metric of our own',
    usd: 0.3,
    allowance: 10,
    read: AUTUMN,
    source: 'https://aws.amazon.com/cloudwatch/pricing/',
    verified: false,
    note: 'A name with one set of values of its dimensions.',
  },
  alarms: {
    service: 'CloudWatch',
    unit: 'metric that an alarm watches',
    usd: 0.1,
    allowance: 10,
    read: AUTUMN,
    source: regional('AmazonCloudWatch'),
    verified: true,
  },
  compositeAlarms: {
    service: 'CloudWatch',
    unit: 'composite alarm',
    usd: 0.5,
    read: AUTUMN,
    source: 'https://aws.amazon.com/cloudwatch/pricing/',
    verified: false,
  },
  dashboards: {
    service: 'CloudWatch',
    unit: 'dashboard',
    usd: 3,
    allowance: 3,
    read: AUTUMN,
    source: 'https://aws.amazon.com/cloudwatch/pricing/',
    verified: false,
  },
  traces: {
    service: 'X-Ray',
    unit: 'trace recorded',
    usd: 0.000_005,
    allowance: 100_000,
    read: 'undated',
    source: 'https://aws.amazon.com/xray/pricing/',
    verified: true,
  },
  firewalls: {
    service: 'WAF',
    unit: 'web ACL',
    usd: 5,
    read: AUTUMN,
    source: 'https://aws.amazon.com/waf/pricing/',
    verified: false,
  },
  firewallRules: {
    service: 'WAF',
    unit: 'rule',
    usd: 1,
    read: AUTUMN,
    source: 'https://aws.amazon.com/waf/pricing/',
    verified: false,
  },
  firewallRequests: {
    service: 'WAF',
    unit: 'request looked at',
    usd: 0.000_000_6,
    read: AUTUMN,
    source: 'https://aws.amazon.com/waf/pricing/',
    verified: false,
  },
  siteReads: {
    service: 'S3',
    unit: 'GET',
    usd: 0.000_000_42,
    read: AUTUMN,
    source: regional('AmazonS3'),
    verified: true,
  },
  siteStorage: {
    service: 'S3',
    unit: 'GB stored',
    usd: 0.024,
    read: AUTUMN,
    source: regional('AmazonS3'),
    verified: true,
  },
  secrets: {
    service: 'Secrets Manager',
    unit: 'secret',
    usd: 0.4,
    read: AUTUMN,
    source: regional('AWSSecretsManager'),
    verified: true,
  },
  keys: {
    service: 'KMS',
    unit: 'key of our own',
    usd: 1,
    read: AUTUMN,
    source: 'https://aws.amazon.com/kms/pricing/',
    verified: false,
  },
  hostedZones: {
    service: 'Route 53',
    unit: 'hosted zone',
    usd: 0.5,
    read: AUTUMN,
    source: `${LIST}/AmazonRoute53/current/index.json`,
    verified: true,
  },
} as const satisfies Record<string, Price>

export type PriceName = keyof typeof prices
export const PRICE_NAMES = Object.keys(prices) as PriceName[]

/**
 * What an amount costs in a month. US dollars.
 * @param allowed units of it that AWS gives for nothing; they are those of the first, dearest steps
 */
export function costOf({ usd }: Price, amount: number, allowed = 0): number {
  const steps: readonly Step[] =
    typeof usd === 'number'
      ? [{ upTo: Number.POSITIVE_INFINITY, usd }]
      : usd.map((step) => ({ upTo: Number.POSITIVE_INFINITY, ...step }))
  let cost = 0
  let from = 0
  for (const { upTo, usd: each } of steps) {
    cost += Math.max(0, Math.min(amount, upTo) - Math.max(from, allowed)) * each
    from = upTo
  }
  return cost
}
