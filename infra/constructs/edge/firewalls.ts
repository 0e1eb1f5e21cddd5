import type { IUserPool } from 'aws-cdk-lib/aws-cognito'
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import { problems } from '#shared/domain/problems.ts'
import type { Stage } from '../../stages.ts'

/** Publishes match counts to CloudWatch and keeps no request samples, which contain network addresses. */
function counted(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false }
}

export const WINDOW_SECONDS = 5 * 60

/** Counts by network address over five minutes. @param of counted requests; by default all */
function rateLimit(calls: number, of?: CfnWebACL.StatementProperty): CfnWebACL.StatementProperty {
  return {
    rateBasedStatement: {
      aggregateKeyType: 'IP',
      evaluationWindowSec: WINDOW_SECONDS,
      limit: calls,
      ...(of && { scopeDownStatement: of }),
    },
  }
}

type SiteLimit = {
  name: string
  of?: CfnWebACL.StatementProperty
  calls: number
  answer: 'problem' | 'sentence'
}

/**
 * The first three fit a whole school behind one address: 1,000 students who open the site (20 files each), stay (a call
 * every 30 s and ten more) and open documents (some 50 pictures or parts). The last fits a big class.
 */
const SITE_LIMITS: readonly SiteLimit[] = [
  { name: 'api', of: under('/api/'), calls: 30_000, answer: 'problem' },
  { name: 'documents', of: under('/files/'), calls: 60_000, answer: 'sentence' },
  { name: 'everything', calls: 100_000, answer: 'sentence' },
  {
    name: 'ill-reputed',
    // The label that AWS's list adds to a request.
    of: { labelMatchStatement: { scope: 'NAMESPACE', key: 'awswaf:managed:aws:amazon-ip-list:' } },
    calls: 10_000,
    answer: 'sentence',
  },
]

/** `Retry-After` in seconds. The window slides, so a minute of rest already helps. */
const RETRY_AFTER_SECONDS = 60

const TOO_MANY = {
  type: 'urn:problem-type:too-many-requests',
  ...problems.TOO_MANY_REQUESTS,
  code: 'TOO_MANY_REQUESTS',
  requestId: 'firewall',
  retryAfterSeconds: RETRY_AFTER_SECONDS,
}

/**
 * Web ACL in front of the distribution, in us-east-1. The core rule set of AWS is left out: it blocks every body above
 * 8 KiB and mistakes course texts for injections. The IP reputation list only labels requests, since thousands of
 * phones share their operator's address; labelled ones get the lowest limit (docs/decisions/08-rate-limits.md).
 * AWS bills a web ACL and its rules monthly and per request, hence the stage values `firewall` and `limitSignIns`.
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
      ...SITE_LIMITS.map((limit) => ({
        name: limit.name,
        statement: rateLimit(limit.calls, limit.of),
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

function tooMany(body: SiteLimit['answer']) {
  return {
    responseCode: 429,
    customResponseBodyKey: body,
    responseHeaders: [
      { name: 'retry-after', value: String(RETRY_AFTER_SECONDS) },
      { name: 'cache-control', value: 'no-store' },
    ],
  }
}

/** Cognito adds this header for web ACLs ('Protect your Amazon Cognito user pool with AWS WAF', AWS Security Blog). */
const OPERATION_HEADER = 'x-amzn-cognito-operation-name'

export const SIGN_IN_LIMITS = [
  { name: 'sign-ups', operations: ['SignUp'], calls: 500 },
  {
    name: 'sign-ins',
    // A sign-in with SRP is two calls.
    operations: ['InitiateAuth', 'RespondToAuthChallenge', 'ForgotPassword', 'ConfirmForgotPassword'],
    calls: 2_000,
  },
]

/**
 * DeleteUser would leave a profile without its identity; the others do what the triggers do, and reveal whether an
 * address exists.
 */
const UNUSED_OPERATIONS = [
  'DeleteUser',
  'ConfirmSignUp',
  'ResendConfirmationCode',
  'DeleteUserAttributes',
  'GetUserAttributeVerificationCode',
  'VerifyUserAttribute',
]

/**
 * Browsers call Cognito directly, so our routes cannot count sign-ups and sign-ins. A whole school, or the phones of a
 * mobile operator, share one address; Cognito's own lock limits guesses of one account's password.
 */
export class SignInLimits extends Construct {
  constructor(scope: Construct, id: string, { stage, userPool }: { stage: Stage; userPool: IUserPool }) {
    super(scope, id)
    const name = `revision-${stage.name}-sign-ins`
    const firewall = new CfnWebACL(this, 'Firewall', {
      name,
      description: 'Sign-ups and sign-ins by network address',
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: counted(name),
      rules: [
        { name: 'unused-operations', statement: oneOf(UNUSED_OPERATIONS) },
        ...SIGN_IN_LIMITS.map((limit) => ({
          name: limit.name,
          statement: rateLimit(limit.calls, oneOf(limit.operations)),
        })),
      ].map((rule, priority) => ({
        ...rule,
        priority,
        action: { block: {} },
        visibilityConfig: counted(`${name}-${rule.name}`),
      })),
    })
    new CfnWebACLAssociation(this, 'OnUserPool', {
      resourceArn: userPool.userPoolArn,
      webAclArn: firewall.attrArn,
    })
  }
}

/** AWS accepts an `or` only with at least two statements. */
function oneOf(operations: readonly string[]): CfnWebACL.StatementProperty {
  const statements = operations.map((operation) => ({
    byteMatchStatement: {
      // Passed to CloudFormation unchanged, hence its capitalisation.
      fieldToMatch: { singleHeader: { Name: OPERATION_HEADER } },
      positionalConstraint: 'EXACTLY',
      searchString: operation,
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  }))
  const [only, ...others] = statements
  return only && others.length === 0 ? only : { orStatement: { statements } }
}
