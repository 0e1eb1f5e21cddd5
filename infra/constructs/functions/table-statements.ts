import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { tableShape } from '#functions/data/table/table-shape.ts'
import type { TableAction, TableGrant } from '../../grants.ts'

const MUTATIONS: readonly TableAction[] = ['UpdateItem', 'DeleteItem']

/** The partition of the audit log, as functions/data/keys.ts names it. */
const AUDIT_PARTITION = 'AUDIT'

/**
 * Converts a grant to IAM statements. Under any policy, entries of the audit log can neither be updated nor deleted,
 * and can be put only by a transaction. IAM cannot demand the condition by which such a put adds an entry and replaces
 * none (docs/threat-model.md). ForAllValues keeps the denials from transactions that add an entry and change other
 * items, should IAM evaluate them by all of their keys at once.
 * @param limitPartitions false for rights on the whole table, without any condition on keys
 */
export function tableStatements(
  grant: TableGrant,
  tableArn: string,
  limitPartitions: boolean,
): PolicyStatement[] {
  const { actions, partitions, indexes } = grant
  const statements = [
    new PolicyStatement({
      actions: actions.map(dynamodb),
      resources: [tableArn],
      ...(limitPartitions &&
        partitions && {
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
  const denyOnLog = (denied: readonly TableAction[], conditions = {}) => {
    if (limitPartitions && actions.some((action) => denied.includes(action)))
      statements.push(
        new PolicyStatement({
          effect: Effect.DENY,
          actions: denied.map(dynamodb),
          resources: [tableArn],
          conditions: {
            'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [AUDIT_PARTITION] },
            ...conditions,
          },
        }),
      )
  }
  denyOnLog(MUTATIONS)
  // The denial also applies without an enclosing operation.
  denyOnLog(['PutItem'], {
    'ForAllValues:StringNotEquals': { 'dynamodb:EnclosingOperation': ['TransactWriteItems'] },
  })
  return statements
}

function dynamodb(action: TableAction): string {
  return `dynamodb:${action}`
}
