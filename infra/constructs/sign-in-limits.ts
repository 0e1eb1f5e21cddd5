import type { IUserPool } from 'aws-cdk-lib/aws-cognito'
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { counted, WINDOW_SECONDS } from './web-acl.ts'

/** The header in which Cognito names the operation to the firewall; a browser does not send it. */
const OPERATION_HEADER = 'x-amzn-cognito-operation-name'

type Limit = {
  name: string
  /** Cognito's public operations, counted together. */
  operations: readonly string[]
  /** Calls from one network address within five minutes. */
  calls: number
}

const LIMITS: readonly Limit[] = [
  { name: 'sign-ups', operations: ['SignUp'], calls: 500 },
  {
    name: 'sign-ins',
    // With SRP a sign-in is two calls.
    operations: ['InitiateAuth', 'RespondToAuthChallenge', 'ForgotPassword', 'ConfirmForgotPassword'],
    calls: 2_000,
  },
]

/**
 * Public operations that the product never uses. DeleteUser would leave a profile without its account (accounts are
 * deleted by our own route, decision D27); the others confirm sign-ups and addresses, which the triggers do at once, and
 * tell whether an address exists.
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
 * A firewall in front of the user pool. Browsers call Cognito themselves, so no route of ours can count sign-ups and
 * sign-ins (docs/decisions/08-rate-limits.md). Within any five minutes one network address may make
 * - 500 sign-ups,
 * - 2,000 calls of signing in and of replacing a forgotten password, all together: a sign-in is two of them.
 *
 * Cognito's public operations that the product never uses ({@link UNUSED_OPERATIONS}) are refused whoever calls.
 *
 * Why so many: a whole school, or the phones of a mobile operator, stand behind one address. Five hundred students may
 * sign up in the same lesson, and a thousand sign in; a machine that tries addresses or passwords does not get far.
 * Guessing the password of one account is limited by Cognito's own lock, which needs no address.
 *
 * A refused call is answered `ForbiddenException` by Cognito, one too many until the rate falls. The operations are told
 * apart by the header of AWS's article 'Protect your Amazon Cognito user pool with AWS WAF' (AWS Security Blog).
 * AWS bills each web ACL and each rule by the month, and the requests that they look at by their number: hence the
 * stage's switch `limitSignIns`, off in dev.
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

/** Matches a call of one of the operations. AWS takes an `or` of two statements and more only. */
function oneOf(operations: readonly string[]): CfnWebACL.StatementProperty {
  const statements = operations.map((operation) => ({
    byteMatchStatement: {
      // Handed to CloudFormation as it stands, so spelled its way.
      fieldToMatch: { singleHeader: { Name: OPERATION_HEADER } },
      positionalConstraint: 'EXACTLY',
      searchString: operation,
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  }))
  const [only, ...others] = statements
  return only && others.length === 0 ? only : { orStatement: { statements } }
}
