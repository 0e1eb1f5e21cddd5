import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import type { Stage } from '../../stages.ts'

/**
 * SNS topic that sends alarms by e-mail once the receiver has confirmed AWS's first message. It has a customer-managed
 * key ($1 a month), because CloudWatch cannot publish to a topic with the AWS-managed key. TLS only.
 */
export class AlarmTopic extends Construct {
  readonly topic: Topic

  constructor(scope: Construct, id: string, { stage, email }: { stage: Stage; email: string }) {
    super(scope, id)
    const key = new Key(this, 'Key', {
      description: `Alarms on their way (revision, ${stage.name})`,
      enableKeyRotation: true,
      // The key only encrypts messages in transit, so that no stored data is lost with it.
      removalPolicy: RemovalPolicy.DESTROY,
    })
    this.topic = new Topic(this, 'Topic', {
      topicName: `revision-${stage.name}-alarms`,
      displayName: `Alarmes ${stage.site.name} (${stage.name})`,
      masterKey: key,
      enforceSSL: true,
    })
    const alarms = new ServicePrincipal('cloudwatch.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
    })
    key.grant(alarms, 'kms:Decrypt', 'kms:GenerateDataKey*')
    this.topic.grantPublish(alarms)
    this.topic.addSubscription(new EmailSubscription(email))
  }
}
