import { Duration, Stack } from 'aws-cdk-lib'
import { Rule, type Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations'
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { acknowledge } from '../../acknowledge.ts'
import { stageNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'
import type { CapabilityFunction } from './capability-function.ts'

export type ScheduledCallsProps = {
  function: CapabilityFunction
  schedule: Schedule
  description: string
  /** Receives calls that failed for good. */
  deadLetters: IQueue
  /**
   * Retries of a failed run within an hour.
   * @default 1
   */
  retries?: 0 | 1
}

/**
 * Invokes a function on a schedule with bounded retries, all within an hour: a failed run is retried once, a call that
 * Lambda does not accept three times. AWS's defaults are two retries within 6 hours and 185 within 24 hours.
 */
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
      schedule: props.schedule,
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

/**
 * Dead-letter queue for scheduled calls that failed for good: one per stage, kept for 14 days, encrypted, TLS only. A
 * message contains the schedule's event and the error, no personal data. The alarm `dead-letters` watches it.
 */
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

/** Looks up the data stack's queue by name, for another stack. */
export function importDeadLetters(scope: Construct, { name }: Stage): IQueue {
  const stack = Stack.of(scope)
  const arn = stack.formatArn({ service: 'sqs', resource: stageNames(name).deadLetters })
  return Queue.fromQueueArn(scope, 'DeadLetters', arn)
}
