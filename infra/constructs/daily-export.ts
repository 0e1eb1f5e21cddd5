import { Duration, RemovalPolicy, Stack, TimeZone } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { Rule } from 'aws-cdk-lib/aws-events'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Bucket, type CfnBucket } from 'aws-cdk-lib/aws-s3'
import {
  ContextAttribute,
  Schedule,
  ScheduleExpression,
  ScheduleTargetInput,
} from 'aws-cdk-lib/aws-scheduler'
import { Universal } from 'aws-cdk-lib/aws-scheduler-targets'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import { acknowledge, allow } from '../conventions.ts'
import { stageNames } from '../names.ts'
import type { Stage } from '../stages.ts'
import { PRIVATE_BUCKET } from './buckets.ts'

const EXPORTS = 'AWSDynamoDB'

type DailyExportProps = {
  /** Its `exportRetentionDays` must be at least one. */
  stage: Stage
  /** Needs point-in-time recovery, from which exports are made. */
  table: ITable
  deadLetters: IQueue
}

/**
 * Exports the whole table to S3 once a day, at 03:30 in Morocco; `npm run restore` reads such an export. EventBridge
 * Scheduler calls DynamoDB directly: no code runs. No role of ours may delete in the bucket. Exports contain accounts that
 * were deleted after them, until they expire.
 *
 * A rejected call goes to the dead-letter queue. A later failure is reported nowhere, so the rule `exportFinished` logs
 * each finished export, and an alarm rings when a day passes without one.
 */
export class DailyExport extends Construct {
  readonly bucket: Bucket

  constructor(scope: Construct, id: string, { stage, table, deadLetters }: DailyExportProps) {
    super(scope, id)
    this.bucket = new Bucket(this, 'Bucket', {
      ...PRIVATE_BUCKET,
      minimumTLSVersion: 1.2,
      versioned: true,
      lifecycleRules: [
        {
          expiration: Duration.days(stage.exportRetentionDays),
          // Deleted or overwritten exports can be restored for so long.
          noncurrentVersionExpiration: Duration.days(LONGEST_RETENTION.deletedExports),
          abortIncompleteMultipartUploadAfter: Duration.days(2),
        },
      ],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    const bucket = this.bucket.node.defaultChild as CfnBucket
    // The construct's own option would add a function that may change every bucket.
    bucket.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } }
    acknowledge(this.bucket, {
      'AwsSolutions-S1':
        "Written by DynamoDB alone; what operators do with it is in CloudTrail's event history.",
    })
    this.#schedule(stage, table, deadLetters)
    this.#logFinished(stage)
  }

  #schedule(stage: Stage, table: ITable, deadLetters: IQueue): void {
    new Schedule(this, 'Schedule', {
      scheduleName: stageNames(stage.name).dailyExport,
      description: `Exports the table to S3 (${stage.name})`,
      schedule: ScheduleExpression.cron({
        hour: '3',
        minute: '30',
        timeZone: TimeZone.of('Africa/Casablanca'),
      }),
      target: new Universal({
        service: 'dynamodb',
        action: 'exportTableToPointInTime',
        role: this.#role(),
        input: ScheduleTargetInput.fromObject({
          TableArn: table.tableArn,
          S3Bucket: this.bucket.bucketName,
          S3SseAlgorithm: 'AES256',
          ExportFormat: 'DYNAMODB_JSON',
          // The same token at each attempt, so that a retried call makes no second export.
          ClientToken: `${stage.name}-${ContextAttribute.scheduledTime}`,
        }),
        policyStatements: [
          allow('dynamodb', ['ExportTableToPointInTime'], table.tableArn),
          // DynamoDB writes to the bucket with the caller's permissions.
          allow(
            's3',
            ['PutObject', 'PutObjectAcl', 'AbortMultipartUpload'],
            this.bucket.arnForObjects(`${EXPORTS}/*`),
          ),
        ],
        retryAttempts: 3,
        maxEventAge: Duration.hours(2),
        deadLetterQueue: deadLetters,
      }),
    })
  }

  /** The target adds its permissions. */
  #role(): Role {
    const stack = Stack.of(this)
    const role = new Role(this, 'Role', {
      description: 'The schedule of the daily export',
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
      }),
    })
    const bucketId = stack.getLogicalId(this.bucket.node.defaultChild as CfnBucket)
    acknowledge(role, {
      [`AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${EXPORTS}/*]`]:
        'DynamoDB names the files of an export; the bucket holds nothing else.',
    })
    return role
  }

  /** DynamoDB writes the manifest summary when an export ends. */
  #logFinished(stage: Stage): void {
    const { exportFinished } = stageNames(stage.name)
    const log = new LogGroup(this, 'Finished', {
      logGroupName: `/aws/events/${exportFinished}`,
      retention: stage.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const rule = new Rule(this, 'FinishedRule', {
      ruleName: exportFinished,
      description: `Notes each export of the table that is finished (${stage.name})`,
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: {
          bucket: { name: [this.bucket.bucketName] },
          object: { key: [{ suffix: '/manifest-summary.json' }] },
        },
      },
    })
    // As AWS documents it: creating the stream has no condition, writing events requires the rule's ARN.
    const principals = ['events.amazonaws.com', 'delivery.logs.amazonaws.com'].map(
      (service) => new ServicePrincipal(service),
    )
    const resources = [log.logGroupArn]
    log.addToResourcePolicy(new PolicyStatement({ principals, actions: ['logs:CreateLogStream'], resources }))
    log.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['logs:PutLogEvents'],
        resources,
        conditions: { ArnEquals: { 'aws:SourceArn': rule.ruleArn } },
      }),
    )
    const arn = Stack.of(this).formatArn({ service: 'logs', resource: `log-group:${log.logGroupName}` })
    rule.addTarget({ bind: () => ({ arn }) })
  }
}
