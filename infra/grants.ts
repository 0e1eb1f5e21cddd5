import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { tableShape } from '#functions/data/table-shape.ts'

type Action =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'

/** What a function may do with the table. A transaction needs the right of each of its parts. */
export type TableGrant = {
  actions: readonly Action[]
  /** Partition keys that the actions may touch, `*` standing for any text; none given: every partition. */
  partitions?: readonly string[]
  /** Indexes that may be queried. */
  indexes?: readonly (keyof typeof tableShape.indexes)[]
}

/**
 * The reviewed table of rights: who touches what. One set of partitions a function, since a transaction may be judged
 * by all its keys at once. The audit log is append-only for whoever may write at all: see {@link tableStatements}.
 */
export const tableGrants = {
  session: { actions: ['GetItem', 'UpdateItem'], partitions: ['USER#*', 'THROTTLE#*'] },
  account: {
    actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    partitions: ['USER#*', 'COUNTERS', 'DELETIONS', 'AUDIT', 'ACTORS'],
  },
  progress: { actions: ['GetItem', 'Query', 'UpdateItem'], partitions: ['USER#*', 'THROTTLE#*'] },
  catalogue: {
    actions: ['Query'],
    partitions: ['SUBJECTS#*'],
    indexes: ['chapter', 'freeVideos'],
  },
  files: { actions: ['GetItem'], partitions: ['USER#*', 'SUBJECTS#*', 'RESOURCE#*'] },
  origin: { actions: ['GetItem'], partitions: ['SUBJECTS#*', 'RESOURCE#*'] },
  admin: {
    actions: [
      'GetItem',
      'BatchGetItem',
      'Query',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'ConditionCheckItem',
    ],
    indexes: ['newest'],
  },
  preSignUp: { actions: ['GetItem'], partitions: ['BLOCKED'] },
  postConfirmation: {
    actions: ['PutItem', 'UpdateItem', 'ConditionCheckItem'],
    partitions: ['USER#*', 'BLOCKED', 'DELETIONS', 'COUNTERS'],
  },
  postAuthentication: {
    actions: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    partitions: ['USER#*', 'BLOCKED', 'DELETIONS', 'COUNTERS'],
  },
  reconcileAccounts: {
    actions: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    partitions: ['USER#*', 'BLOCKED', 'DELETIONS', 'COUNTERS', 'AUDIT', 'ACTORS'],
  },
} as const satisfies Record<string, TableGrant>

const MUTATIONS: readonly Action[] = ['UpdateItem', 'DeleteItem']

/** The partition of the audit log, as functions/data/keys.ts names it. */
const AUDIT_PARTITION = 'AUDIT'

/**
 * A grant as IAM statements. A function that may update or delete items is denied it on the audit partition, whatever
 * else a policy says: entries can be added and read only.
 */
export function tableStatements(grant: TableGrant, tableArn: string): PolicyStatement[] {
  const { actions, partitions, indexes } = grant
  const statements = [
    new PolicyStatement({
      actions: actions.map(dynamodb),
      resources: [tableArn],
      ...(partitions && {
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } },
      }),
    }),
  ]
  if (indexes)
    statements.push(
      new PolicyStatement({
        actions: [dynamodb('Query')],
        resources: indexes.map((index) => `${tableArn}/index/${tableShape.indexes[index].name}`),
      }),
    )
  if (actions.some((action) => MUTATIONS.includes(action)))
    statements.push(
      new PolicyStatement({
        effect: Effect.DENY,
        actions: MUTATIONS.map(dynamodb),
        resources: [tableArn],
        conditions: { 'ForAnyValue:StringEquals': { 'dynamodb:LeadingKeys': [AUDIT_PARTITION] } },
      }),
    )
  return statements
}

function dynamodb(action: Action): string {
  return `dynamodb:${action}`
}
