import { Duration, Stack } from 'aws-cdk-lib'
import type { IUserPool } from 'aws-cdk-lib/aws-cognito'
import { Schedule } from 'aws-cdk-lib/aws-events'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { ReconcileEnvironment } from '#functions/account/environment.ts'
import { type MailsEnvironment, mailedKeys } from '#functions/mails/environment.ts'
import { allow, MANAGE_ACCOUNTS } from '../../conventions.ts'
import { tableGrants } from '../../grants.ts'
import { stageNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'
import { grantObjects, type Receipts } from '../buckets.ts'
import { followTable, importDeadLetters, ScheduledCalls } from './background-calls.ts'
import { CapabilityFunction } from './capability-function.ts'

/**
 * Sends the mails of the site by the table's stream, so that an owner's change neither waits for SES nor fails with it,
 * and each morning the reminders that Premium ends.
 */
export class Mailer extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { stage, mail, siteOrigin }: { stage: Stage; mail: NonNullable<Stage['mail']>; siteOrigin: string },
  ) {
    super(scope, id)
    const { from, domain = from, region = stage.region } = mail
    const deadLetters = importDeadLetters(this, stage)
    const mailer = new CapabilityFunction(this, 'Function', {
      stage,
      name: 'mails',
      environment: {
        TABLE_NAME: stageNames(stage.name).table,
        SITE_NAME: stage.site.name,
        SITE_ORIGIN: siteOrigin,
        MAIL_FROM: from,
        MAIL_REGION: region,
      } satisfies MailsEnvironment,
      table: tableGrants.mails,
      statements: [
        new PolicyStatement({
          actions: ['ses:SendEmail'],
          resources: [
            Stack.of(this).formatArn({ service: 'ses', region, resource: 'identity', resourceName: domain }),
          ],
          conditions: { StringEquals: { 'ses:FromAddress': from } },
        }),
      ],
      // Ten mails a second.
      timeout: Duration.minutes(15),
    })
    followTable(mailer, 'Changes', { stage, deadLetters, keys: [mailedKeys], window: Duration.seconds(1) })
    new ScheduledCalls(this, 'Daily', {
      function: mailer,
      // Nine or ten o'clock in Morocco.
      schedule: Schedule.cron({ hour: '9', minute: '0' }),
      description: `Reminds students that Premium ends (${stage.name})`,
      deadLetters,
    })
  }
}

type DailyReconciliationProps = { stage: Stage; userPool: IUserPool; receipts: Receipts; deadLetters: IQueue }

/**
 * Resumes interrupted deletions, applies blocks that Cognito has not received, and creates missing profiles. In the
 * data stack, so that deletions complete even when the site is removed.
 */
export class DailyReconciliation extends Construct {
  constructor(scope: Construct, id: string, props: DailyReconciliationProps) {
    super(scope, id)
    const { stage, userPool, receipts, deadLetters } = props
    const reconciliation = new CapabilityFunction(this, 'Function', {
      stage,
      name: 'reconcile-accounts',
      entry: 'account/reconcile-accounts',
      environment: {
        TABLE_NAME: stageNames(stage.name).table,
        AUDIT_RETENTION_DAYS: String(stage.auditRetentionDays),
        USER_POOL_ID: userPool.userPoolId,
        OWNER_EMAILS: stage.owners.join(','),
        RECEIPT_BUCKET: receipts.bucket.bucketName,
      } satisfies ReconcileEnvironment,
      table: tableGrants.reconcileAccounts,
      statements: [allow('cognito-idp', MANAGE_ACCOUNTS, userPool.userPoolArn)],
      timeout: Duration.minutes(15),
    })
    grantObjects(reconciliation, receipts.bucket.bucketName, '*', 'DeleteObject')
    new ScheduledCalls(this, 'Daily', {
      function: reconciliation,
      description: `Reconciles accounts and profiles (${stage.name})`,
      deadLetters,
    })
  }
}
