import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import { problems } from '#shared/contract/problems.ts'
import type { Stage } from '../stages.ts'
import { counted, WINDOW_SECONDS } from './web-acl.ts'

type Limit = {
  name: string
  /** What is counted; everything when nothing is said. */
  of?: CfnWebACL.StatementProperty
  /** Calls from one network address within five minutes. */
  calls: number
  answer: 'problem' | 'sentence'
}

/** What AWS's list of ill-reputed addresses marks a call with. */
const ILL_REPUTED = 'awswaf:managed:aws:amazon-ip-list:'

/**
 * Counted over five minutes by network address. The first three are what a whole school does at once, behind one address:
 * 1,000 students who open the site (20 files each), stay (a call every 30 s, ten more to read) and open a document that
 * comes in some 50 ranges. The last is a big class.
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

/** When a caller may come back: the window slides, so that a minute of rest is felt. Seconds. */
const RETRY_AFTER_SECONDS = 60

/** What CloudFront answers in the API's place, in the API's format. */
const TOO_MANY = {
  type: 'urn:problem-type:too-many-requests',
  ...problems.TOO_MANY_REQUESTS,
  code: 'TOO_MANY_REQUESTS',
  requestId: 'firewall',
  retryAfterSeconds: RETRY_AFTER_SECONDS,
}

/**
 * The firewall in front of the distribution; of scope CLOUDFRONT, so in us-east-1 only.
 *
 * - AWS's rules 'known bad inputs' refuse calls that only attacks make (Log4Shell and its like). They look at the first
 *   16 KiB of a body and let the rest pass, so that an import of 5 MiB passes. The core rule set is left out: it refuses
 *   every body above 8 KiB, and takes course texts for injections.
 * - AWS's list of ill-reputed addresses does not refuse, it marks: phones share their operator's address with thousands,
 *   and one infected phone would lock out all. Whoever is marked gets the narrowest limit.
 * - Limits by network address, far above what people do (see {@link LIMITS}): they stop one machine from using up what
 *   the gateway lets through for all, and from running up costs. AWS counts single IPv6 addresses; the API's own
 *   throttles count networks (docs/decisions/08-rate-limits.md).
 *
 * AWS bills the web ACL and each of its six rules by the month and looks at requests for money, hence the stage's switch
 * `firewall`; what it blocks, CloudFront does not bill.
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

/** Calls whose path begins so, however it is spelled: CloudFront, too, compares the path in its plain form. */
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
