import { Duration, RemovalPolicy, Stack, TimeZone } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { Rule } from 'aws-cdk-lib/aws-events'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3'
import {
  ContextAttribute,
  Schedule,
  ScheduleExpression,
  ScheduleTargetInput,
} from 'aws-cdk-lib/aws-scheduler'
import { Universal } from 'aws-cdk-lib/aws-scheduler-targets'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { acknowledge } from '../acknowledge.ts'
import { namesOf } from '../names.ts'
import type { Stage } from '../stages.ts'

/** How long an export that was deleted or written over can still be had back. Days. */
const UNDELETE_DAYS = 30

/** Below which name DynamoDB puts every export. */
const EXPORTS = 'AWSDynamoDB'

export type DailyExportProps = {
  /** `exportRetentionDays` says how long exports are kept; at least a day. */
  stage: Stage
  /** With point-in-time recovery, of which exports are made. */
  table: ITable
  /** Where a schedule's call ends that DynamoDB did not take. */
  deadLetters: IQueue
}

/**
 * Once a day, at 03:30 in Morocco, the whole table as it is at that moment is exported to a bucket of its own: EventBridge
 * Scheduler calls DynamoDB itself, no code runs and no request of the site is slower for it. `npm run restore` reads such an
 * export (docs/runbook.md, Restore).
 *
 * The bucket is private, encrypted, versioned, over TLS only, and stays whatever becomes of the stack: no role of ours may
 * delete in it, and what somebody deletes can be had back for 30 days. That long, too, exports hold accounts that are
 * deleted meanwhile.
 *
 * A call that DynamoDB refuses ends in the dead letters. An export that fails later ends nowhere: therefore each one that is
 * finished is logged by the rule `exportFinished`, whose silence of more than a day is the sign.
 */
export class DailyExport extends Construct {
  readonly bucket: Bucket

  constructor(scope: Construct, id: string, { stage, table, deadLetters }: DailyExportProps) {
    super(scope, id)
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      versioned: true,
      lifecycleRules: [
        {
          expiration: Duration.days(stage.exportRetentionDays),
          noncurrentVersionExpiration: Duration.days(UNDELETE_DAYS),
          abortIncompleteMultipartUploadAfter: Duration.days(2),
        },
      ],
      removalPolicy: RemovalPolicy.RETAIN,
    })
    const bucket = this.bucket.node.defaultChild as CfnBucket
    // The construct's own switch would do this with a function that may change every bucket.
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
      scheduleName: namesOf(stage.name).dailyExport,
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
          // The same at each attempt: a call whose answer was lost makes no second export.
          ClientToken: `${stage.name}-${ContextAttribute.scheduledTime}`,
        }),
        policyStatements: [
          new PolicyStatement({
            actions: ['dynamodb:ExportTableToPointInTime'],
            resources: [table.tableArn],
          }),
          // DynamoDB writes in the name of whoever asked for the export.
          new PolicyStatement({
            actions: ['s3:PutObject', 's3:PutObjectAcl', 's3:AbortMultipartUpload'],
            resources: [this.bucket.arnForObjects(`${EXPORTS}/*`)],
          }),
        ],
        retryAttempts: 3,
        maxEventAge: Duration.hours(2),
        deadLetterQueue: deadLetters,
      }),
    })
  }

  /** The schedule's; its target adds its rights. */
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

  /** The summary tells when the export ended: it comes with the end. */
  #logFinished(stage: Stage): void {
    const { exportFinished } = namesOf(stage.name)
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
    // As AWS documents it: a stream is made without, its lines are written with the name of the rule.
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
    const arn = Stack.of(this).formatArn({
      service: 'logs',
      resource: `log-group:${log.logGroupName}`,
    })
    rule.addTarget({ bind: () => ({ arn }) })
  }
}
