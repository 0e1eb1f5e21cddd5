import { Duration, Stack, Token } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations'
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import { Construct } from 'constructs'
import { acknowledge, allow, tableArn } from '../../conventions.ts'
import { stageNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'
import type { CapabilityFunction } from './capability-function.ts'

type ScheduledCallsProps = {
  function: CapabilityFunction
  /** @default once a day */
  schedule?: Schedule
  description: string
  deadLetters: IQueue
  /** Within an hour. @default 1 */
  retries?: 0 | 1
}

/** AWS's defaults are two retries of a failed run within 6 hours, and 185 of a call that Lambda does not accept. */
export class ScheduledCalls extends Construct {
  constructor(scope: Construct, id: string, props: ScheduledCallsProps) {
    super(scope, id)
    const { deadLetters } = props
    props.function.configureAsyncInvoke({
      retryAttempts: props.retries ?? 1,
      maxEventAge: Duration.hours(1),
      onFailure: new SqsDestination(deadLetters),
    })
    new Rule(this, 'Rule', {
      description: props.description,
      schedule: props.schedule ?? Schedule.rate(Duration.days(1)),
      targets: [
        new LambdaFunction(props.function, {
          retryAttempts: 3,
          maxEventAge: Duration.hours(1),
          deadLetterQueue: deadLetters,
        }),
      ],
    })
  }
}

/** One per stage, kept for 14 days. A message contains the schedule's event and the error, no personal data. */
export class DeadLetters extends Queue {
  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id, {
      queueName: stageNames(stage.name).deadLetters,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    // Rules of the site stack send calls here that Lambda does not accept.
    this.grantSendMessages(
      new ServicePrincipal('events.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    )
    acknowledge(this, { 'AwsSolutions-SQS3': 'It is itself a dead-letter queue.' })
  }
}

export function importDeadLetters(scope: Construct, { name }: Stage): IQueue {
  const stack = Stack.of(scope)
  const arn = stack.formatArn({ service: 'sqs', resource: stageNames(name).deadLetters })
  return Queue.fromQueueArn(scope, 'DeadLetters', arn)
}

type TableChangesProps = { stage: Stage; keys: readonly object[]; window: Duration; deadLetters: IQueue }

/** At most two functions may read the stream. */
export function followTable(
  follower: CapabilityFunction,
  id: string,
  { stage, keys, window, deadLetters }: TableChangesProps,
): void {
  const stream = StringParameter.valueForStringParameter(
    follower,
    stageNames(stage.name).parameters.tableStreamArn,
  )
  follower.addToRolePolicy(allow('dynamodb', ['DescribeStream', 'GetRecords', 'GetShardIterator'], stream))
  follower.addToRolePolicy(allow('dynamodb', ['ListStreams'], `${tableArn(follower, stage.name)}/stream/*`))
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
