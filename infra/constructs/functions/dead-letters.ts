import { Duration, Stack } from 'aws-cdk-lib'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { acknowledge } from '../../acknowledge.ts'
import { stageNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'

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
