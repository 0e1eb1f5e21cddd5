import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import { problems } from '#shared/contract/problems.ts'
import type { Stage } from '../../stages.ts'

/** Publishes match counts to CloudWatch and keeps no request samples, which contain network addresses. */
export function counted(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false }
}

/** Window of rate limits in seconds. */
export const WINDOW_SECONDS = 5 * 60

type Limit = {
  name: string
  /**
   * Requests that are counted.
   * @default all
   */
  of?: CfnWebACL.StatementProperty
  /** Maximum of calls per network address within five minutes. */
  calls: number
  answer: 'problem' | 'sentence'
}

/** Label that AWS's IP reputation list adds to a request. */
const ILL_REPUTED = 'awswaf:managed:aws:amazon-ip-list:'

/**
 * Limits over five minutes per network address. The first three fit a whole school behind one address: 1,000 students
 * who open the site (20 files each), stay (a call every 30 s and ten more) and open a document in some 50 ranges. The
 * last fits a big class.
 */
const LIMITS: readonly Limit[] = [
  { name: 'api', of: under('/api/'), calls: 30_000, answer: 'problem' },
  { name: 'documents', of: under('/files/'), calls: 60_000, answer: 'sentence' },
  { name: 'everything', calls: 100_000, answer: 'sentence' },
  {
    name: 'ill-reputed',
    of: { labelMatchStatement: { scope: 'NAMESPACE', key: ILL_REPUTED } },
    calls: 10_000,
    answer: 'sentence',
  },
]

/** `Retry-After` in seconds. The window slides, so a minute of rest already helps. */
const RETRY_AFTER_SECONDS = 60

/** Answer to a limited request, in the API's problem format. */
const TOO_MANY = {
  type: 'urn:problem-type:too-many-requests',
  ...problems.TOO_MANY_REQUESTS,
  code: 'TOO_MANY_REQUESTS',
  requestId: 'firewall',
  retryAfterSeconds: RETRY_AFTER_SECONDS,
}

/**
 * Web ACL in front of the distribution (scope CLOUDFRONT, so in us-east-1 only).
 *
 * - AWS's rule group 'known bad inputs' blocks requests that only attacks make (Log4Shell and the like). It inspects the
 *   first 16 KiB of a body, so an import of 5 MiB passes. The core rule set is left out: it blocks every body above 8 KiB
 *   and mistakes course texts for injections.
 * - AWS's IP reputation list labels requests instead of blocking them: thousands of phones share their operator's address,
 *   and one infected phone would lock out all. Labelled requests get the lowest limit.
 * - Rate limits per network address, far above what people do (see {@link LIMITS}), stop one machine from using up the
 *   gateway's throttle and from causing costs. AWS counts single IPv6 addresses; the API's own limits count networks
 *   (docs/decisions/08-rate-limits.md).
 *
 * AWS bills the web ACL and its six rules monthly and per request, hence the stage value `firewall`. CloudFront does not
 * bill blocked requests.
 */
export class EdgeFirewall extends Construct {
  readonly arn: string

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id)
    const name = `revision-${stage.name}-edge`
    const rules = [
      {
        name: 'known-bad-inputs',
        statement: managed('AWSManagedRulesKnownBadInputsRuleSet'),
        overrideAction: { none: {} },
      },
      {
        name: 'reputation',
        statement: managed('AWSManagedRulesAmazonIpReputationList'),
        overrideAction: { count: {} },
      },
      ...LIMITS.map((limit) => ({
        name: limit.name,
        statement: {
          rateBasedStatement: {
            aggregateKeyType: 'IP',
            evaluationWindowSec: WINDOW_SECONDS,
            limit: limit.calls,
            ...(limit.of && { scopeDownStatement: limit.of }),
          },
        },
        action: { block: { customResponse: tooMany(limit.answer) } },
      })),
    ]
    const firewall = new CfnWebACL(this, 'Firewall', {
      name,
      description: 'The whole site, by network address',
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: counted(name),
      customResponseBodies: {
        problem: { contentType: 'APPLICATION_JSON', content: JSON.stringify(TOO_MANY) },
        sentence: { contentType: 'TEXT_PLAIN', content: TOO_MANY.detail },
      },
      rules: rules.map((rule, priority) => ({
        ...rule,
        priority,
        visibilityConfig: counted(`${name}-${rule.name}`),
      })),
    })
    this.arn = firewall.attrArn
  }
}

/** Matches a path prefix after URL decoding, as CloudFront compares paths in decoded form. */
function under(path: string): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      fieldToMatch: { uriPath: {} },
      positionalConstraint: 'STARTS_WITH',
      searchString: path,
      textTransformations: [
        { priority: 0, type: 'URL_DECODE' },
        { priority: 1, type: 'NORMALIZE_PATH' },
      ],
    },
  }
}

function managed(name: string): CfnWebACL.StatementProperty {
  return { managedRuleGroupStatement: { vendorName: 'AWS', name } }
}

function tooMany(body: Limit['answer']) {
  return {
    responseCode: 429,
    customResponseBodyKey: body,
    responseHeaders: [
      { name: 'retry-after', value: String(RETRY_AFTER_SECONDS) },
      { name: 'cache-control', value: 'no-store' },
    ],
  }
}
