import { Duration } from 'aws-cdk-lib'
import type { IUserPool } from 'aws-cdk-lib/aws-cognito'
import { Schedule } from 'aws-cdk-lib/aws-events'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { ReconcileEnvironment } from '#functions/account/environment.ts'
import { tableGrants } from '../../grants.ts'
import { stageNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'
import { grantObjects } from '../object-rights.ts'
import type { Receipts } from '../receipts.ts'
import { ScheduledCalls } from './background-calls.ts'
import { CapabilityFunction } from './capability-function.ts'

export type DailyReconciliationProps = {
  stage: Stage
  userPool: IUserPool
  receipts: Receipts
  deadLetters: IQueue
}

/**
 * Daily function (`rate(1 day)`) that resumes interrupted deletions, applies blocks that Cognito has not received, and
 * creates missing profiles. It is part of the data stack, so that deletions complete even when the site is removed.
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
      statements: [
        new PolicyStatement({
          actions: [
            'cognito-idp:ListUsers',
            'cognito-idp:AdminDeleteUser',
            'cognito-idp:AdminDisableUser',
            'cognito-idp:AdminUserGlobalSignOut',
            'cognito-idp:AdminEnableUser',
          ],
          resources: [userPool.userPoolArn],
        }),
      ],
      timeout: Duration.minutes(15),
    })
    grantObjects(reconciliation, receipts.bucket.bucketName, '*', 'DeleteObject')
    new ScheduledCalls(this, 'Daily', {
      function: reconciliation,
      schedule: Schedule.rate(Duration.days(1)),
      description: `Reconciles accounts and profiles (${stage.name})`,
      deadLetters,
    })
  }
}
