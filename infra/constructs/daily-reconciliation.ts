import { Duration } from 'aws-cdk-lib'
import type { IUserPool } from 'aws-cdk-lib/aws-cognito'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import type { ReconcileEnvironment } from '#functions/account/environment.ts'
import { tableGrants } from '../grants.ts'
import { namesOf } from '../names.ts'
import type { Stage } from '../stages.ts'
import { CapabilityFunction } from './capability-function.ts'

export type DailyReconciliationProps = { stage: Stage; userPool: IUserPool }

/**
 * Once a day, `rate(1 day)`: finishes deletions that a fault interrupted or a late mark outlived, tells Cognito
 * of blocks that it has not heard of, then creates the profiles that accounts lack
 * (functions/account/reconcile-accounts.ts). It belongs to the data stack, since whoever deleted his account is owed the
 * end of it even when the site is taken down.
 *
 * Bounded retries, since a run may be repeated and there is another one tomorrow: a run that fails is tried once more
 * within an hour, and a call that Lambda does not take is handed over three times more within an hour. AWS by itself
 * would try a failing run twice more within 6 hours, and hand a call over up to 185 times within 24 hours.
 */
export class DailyReconciliation extends Construct {
  constructor(scope: Construct, id: string, { stage, userPool }: DailyReconciliationProps) {
    super(scope, id)
    const reconciliation = new CapabilityFunction(this, 'Function', {
      stage,
      name: 'reconcile-accounts',
      entry: 'account/reconcile-accounts',
      environment: {
        TABLE_NAME: namesOf(stage.name).table,
        USER_POOL_ID: userPool.userPoolId,
        OWNER_EMAILS: stage.owners.join(','),
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
    reconciliation.configureAsyncInvoke({ retryAttempts: 1, maxEventAge: Duration.hours(1) })
    new Rule(this, 'Daily', {
      description: `Reconciles accounts and profiles (${stage.name})`,
      schedule: Schedule.rate(Duration.days(1)),
      targets: [new LambdaFunction(reconciliation, { retryAttempts: 3, maxEventAge: Duration.hours(1) })],
    })
  }
}
