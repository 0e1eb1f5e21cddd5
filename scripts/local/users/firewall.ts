import * as v from 'valibot'
import type { Templates } from '../template/templates.ts'
import { CognitoError } from './cognito-error.ts'

/** What the firewall does about calls of these operations. */
export type FirewallRule =
  | { kind: 'forbid'; operations: string[] }
  /** By network address: so many calls, counted together, within the window. */
  | { kind: 'limit'; operations: string[]; calls: number; windowMs: number }

const OPERATION_HEADER = 'x-amzn-cognito-operation-name'

const ByteMatch = v.strictObject({
  ByteMatchStatement: v.object({
    FieldToMatch: v.object({ SingleHeader: v.object({ Name: v.literal(OPERATION_HEADER) }) }),
    PositionalConstraint: v.literal('EXACTLY'),
    SearchString: v.string(),
  }),
})

/** The operations that a statement matches. */
const Operations = v.pipe(
  v.union([ByteMatch, v.strictObject({ OrStatement: v.object({ Statements: v.array(ByteMatch) }) })]),
  v.transform((statement) => {
    const matches = 'OrStatement' in statement ? statement.OrStatement.Statements : [statement]
    return matches.map(({ ByteMatchStatement }) => ByteMatchStatement.SearchString)
  }),
)

const Forbidding = v.pipe(
  Operations,
  v.transform((operations): FirewallRule => ({ kind: 'forbid', operations })),
)

const Limiting = v.pipe(
  v.object({
    RateBasedStatement: v.object({
      AggregateKeyType: v.literal('IP'),
      EvaluationWindowSec: v.optional(v.number(), 300),
      Limit: v.number(),
      ScopeDownStatement: Operations,
    }),
  }),
  v.transform(
    ({ RateBasedStatement: rate }): FirewallRule => ({
      kind: 'limit',
      operations: rate.ScopeDownStatement,
      calls: rate.Limit,
      windowMs: rate.EvaluationWindowSec * 1000,
    }),
  ),
)

const Rule = v.pipe(
  v.object({ Action: v.object({ Block: v.object({}) }), Statement: v.union([Forbidding, Limiting]) }),
  v.transform(({ Statement }) => Statement),
)

const WebAcl = v.object({ DefaultAction: v.object({ Allow: v.object({}) }), Rules: v.array(Rule) })
const Association = v.object({ ResourceArn: v.string(), WebACLArn: v.string() })

/**
 * The rules of the web ACL on the user pool; none where the templates put none on it.
 * @throws Error on a rule of a kind that is not known here: better than a limit that is not kept
 */
export function readFirewall(templates: Templates): FirewallRule[] {
  const pool = templates.only('AWS::Cognito::UserPool').attribute('Arn')
  const arns = templates
    .all('AWS::WAFv2::WebACLAssociation')
    .map((each) => each.read(Association))
    .filter(({ ResourceArn }) => ResourceArn === pool)
    .map(({ WebACLArn }) => WebACLArn)
  return templates
    .all('AWS::WAFv2::WebACL')
    .filter((each) => arns.includes(each.attribute('Arn')))
    .flatMap((each) => each.read(WebAcl).Rules)
}

/** Counts calls as AWS WAF does: blocked ones count too, so that an address that goes on stays blocked. */
export class Firewall {
  readonly #rules: readonly FirewallRule[]
  readonly #now: () => number
  /** When an address called last, oldest first, never more than its rule allows: by rule and address. */
  readonly #calls = new Map<string, number[]>()

  /** @param now epoch milliseconds */
  constructor(rules: readonly FirewallRule[], now: () => number) {
    this.#rules = rules
    this.#now = now
  }

  /** @throws CognitoError ForbiddenException for a forbidden operation or an address above the limit */
  admit(operation: string, address: string): void {
    const admits = this.#rules.map(
      (rule, index) =>
        !rule.operations.includes(operation) ||
        (rule.kind === 'limit' && this.#count(rule, `${index} ${address}`)),
    )
    if (admits.includes(false))
      throw new CognitoError('ForbiddenException', 'Request not allowed due to WAF block.')
  }

  /** Counts a call. @returns whether it is within the limit */
  #count({ calls: limit, windowMs }: Extract<FirewallRule, { kind: 'limit' }>, key: string): boolean {
    const now = this.#now()
    const calls = this.#calls.get(key) ?? []
    this.#calls.set(key, calls)
    while ((calls[0] ?? now) <= now - windowMs) calls.shift()
    const isWithin = calls.length < limit
    if (!isWithin) calls.shift()
    calls.push(now)
    return isWithin
  }
}
