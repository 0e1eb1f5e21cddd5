import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { CfnLogDeliveryConfiguration, type UserPool } from 'aws-cdk-lib/aws-cognito'
import { FilterPattern, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { stageNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'

/** Metric of the messages that Cognito could not send, without a dimension. */
export const CODES_UNDELIVERED = 'CodesUndelivered'

/**
 * Log of the mails that Cognito could not send, such as codes beyond its daily limit or while SES is paused, and a
 * metric of their number for the alarm `codes-failing`. Lines may name an address, so that they are kept as briefly as the privacy page says.
 */
export class MessageErrors extends Construct {
  constructor(scope: Construct, id: string, { stage, userPool }: { stage: Stage; userPool: UserPool }) {
    super(scope, id)
    const names = stageNames(stage.name)
    const log = new LogGroup(this, 'Log', {
      // AWS adds log groups of this prefix to the resource policy of the account by a pattern, whose size is limited.
      logGroupName: `/aws/vendedlogs/cognito/${names.userPool}`,
      retention: RetentionDays.ONE_WEEK,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    log.addMetricFilter('Undelivered', {
      filterPattern: FilterPattern.stringValue('$.logLevel', '=', 'ERROR'),
      metricNamespace: names.metrics,
      metricName: CODES_UNDELIVERED,
      metricValue: '1',
    })
    // The log group's own attribute ends with ':*', which Cognito does not take.
    const logGroupArn = Stack.of(this).formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: log.logGroupName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    })
    new CfnLogDeliveryConfiguration(this, 'Delivery', {
      userPoolId: userPool.userPoolId,
      logConfigurations: [
        {
          eventSource: 'userNotification',
          logLevel: 'ERROR',
          cloudWatchLogsConfiguration: { logGroupArn },
        },
      ],
    })
  }
}
