import type { IUserPool } from 'aws-cdk-lib/aws-cognito'
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import type { Stage } from '../../stages.ts'
import { counted, WINDOW_SECONDS } from './edge-firewall.ts'

/** Header with the Cognito operation, which Cognito adds for the web ACL. */
const OPERATION_HEADER = 'x-amzn-cognito-operation-name'

type Limit = {
  name: string
  /** Public Cognito operations that are counted together. */
  operations: readonly string[]
  /** Maximum of calls per network address within five minutes. */
  calls: number
}

export const LIMITS: readonly Limit[] = [
  { name: 'sign-ups', operations: ['SignUp'], calls: 500 },
  {
    name: 'sign-ins',
    // A sign-in with SRP is two calls.
    operations: ['InitiateAuth', 'RespondToAuthChallenge', 'ForgotPassword', 'ConfirmForgotPassword'],
    calls: 2_000,
  },
]

/**
 * Public operations that the product never uses. DeleteUser would leave a profile without its identity (accounts are
 * deleted by our own route); the others confirm sign-ups and addresses, which the triggers do, and reveal whether an
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

export type SignInLimitsProps = { stage: Stage; userPool: IUserPool }

/**
 * Web ACL on the user pool. Browsers call Cognito directly, so our routes cannot count sign-ups and sign-ins
 * (docs/decisions/08-rate-limits.md). Within five minutes one network address may make
 * - 500 sign-ups,
 * - 2,000 calls for sign-in and password reset together; a sign-in is two of them.
 *
 * Operations that the product never uses ({@link UNUSED_OPERATIONS}) are blocked.
 *
 * The limits are high because a whole school, or the phones of a mobile operator, share one address. Guessing the password
 * of one account is limited by Cognito's own lock.
 *
 * Cognito answers a limited call with `ForbiddenException`. Operations are told apart by the header described in AWS's
 * article 'Protect your Amazon Cognito user pool with AWS WAF' (AWS Security Blog). AWS bills the web ACL and its rules
 * monthly and per request, hence the stage value `limitSignIns`, off in dev.
 */
export class SignInLimits extends Construct {
  constructor(scope: Construct, id: string, { stage, userPool }: SignInLimitsProps) {
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
        ...LIMITS.map((limit) => ({
          name: limit.name,
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              evaluationWindowSec: WINDOW_SECONDS,
              limit: limit.calls,
              scopeDownStatement: oneOf(limit.operations),
            },
          },
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

/** Matches calls of one of the operations. AWS accepts an `or` only with at least two statements. */
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
