import { Duration, Stack } from 'aws-cdk-lib'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { acknowledge } from '../acknowledge.ts'
import { namesOf } from '../names.ts'
import type { Stage } from '../stages.ts'

/**
 * Where calls end that nobody waits for and that failed for good: one queue a stage, kept for 14 days, encrypted, over
 * TLS only. A message holds the schedule's event and the error, no personal data. The alarm `dead-letters` watches it.
 */
export class DeadLetters extends Queue {
  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id, {
      queueName: namesOf(stage.name).deadLetters,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    // Rules of the site stack, too, hand over what Lambda does not take.
    this.grantSendMessages(
      new ServicePrincipal('events.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    )
    acknowledge(this, { 'AwsSolutions-SQS3': 'It is where messages end.' })
  }
}

/** The queue of the data stack, by its name, for another stack. */
export function deadLettersOf(scope: Construct, { name }: Stage): IQueue {
  const stack = Stack.of(scope)
  const arn = stack.formatArn({ service: 'sqs', resource: namesOf(name).deadLetters })
  return Queue.fromQueueArn(scope, 'DeadLetters', arn)
}
