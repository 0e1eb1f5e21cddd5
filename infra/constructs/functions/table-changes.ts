import { type Duration, Stack, Token } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import { acknowledge } from '../../acknowledge.ts'
import { tableArn } from '../../arns.ts'
import { stageNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'
import type { CapabilityFunction } from './capability-function.ts'

export type TableChangesProps = {
  stage: Stage
  /** Patterns of the keys of items whose change is wanted. */
  keys: readonly object[]
  /** Time during which changes are collected for one call. */
  window: Duration
  /** Receives calls that failed for good. */
  deadLetters: IQueue
}

/** Calls a function with the changes in the table's stream. At most two functions may read the stream. */
export function followTable(
  follower: CapabilityFunction,
  id: string,
  { stage, keys, window, deadLetters }: TableChangesProps,
): void {
  const stream = StringParameter.valueForStringParameter(
    follower,
    stageNames(stage.name).parameters.tableStreamArn,
  )
  const read = ['DescribeStream', 'GetRecords', 'GetShardIterator'].map((action) => `dynamodb:${action}`)
  const table = tableArn(follower, stage.name)
  for (const statement of [
    new PolicyStatement({ actions: read, resources: [stream] }),
    new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: [`${table}/stream/*`] }),
  ])
    follower.addToRolePolicy(statement)
  const mapping = follower.addEventSourceMapping(id, {
    eventSourceArn: stream,
    startingPosition: StartingPosition.LATEST,
    maxBatchingWindow: window,
    batchSize: 1_000,
    filters: keys.map((Keys) => FilterCriteria.filter({ dynamodb: { Keys } })),
    // All retries are made within some minutes, during which newer changes of the same shard wait.
    retryAttempts: 4,
    onFailure: new SqsDlq(deadLetters),
  })
  // Lambda checks the permissions when the mapping is created.
  if (follower.role) mapping.node.addDependency(follower.role)
  const { region, account } = Stack.of(follower)
  const owner = Token.isUnresolved(account) ? '<AWS::AccountId>' : account
  const streams = `arn:aws:dynamodb:${region}:${owner}:table/${stageNames(stage.name).table}/stream/*`
  acknowledge(follower.role ?? follower, {
    [`AwsSolutions-IAM5[Resource::${streams}]`]: 'Lambda looks the stream up among those of the table.',
  })
}
