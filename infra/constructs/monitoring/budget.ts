import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { Construct } from 'constructs'
import type { Stage } from '../../stages.ts'

/**
 * Monthly budget of the whole AWS account. AWS sends e-mail to the stage's alarm address when more was spent or is
 * forecast (after some weeks of history). Without an address it appears in the console only. Budgets are free and
 * global. See docs/runbook.md#unusual-cost.
 */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id)
    const { alarmEmail, monthlyBudgetUsd } = stage
    const notify = (notificationType: 'ACTUAL' | 'FORECASTED', address: string) => ({
      notification: {
        notificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold: 100,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address }],
    })
    new CfnBudget(this, 'Monthly', {
      budget: {
        budgetName: `revision-${stage.name}-unusual-cost`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudgetUsd, unit: 'USD' },
      },
      ...(alarmEmail !== undefined && {
        notificationsWithSubscribers: [notify('ACTUAL', alarmEmail), notify('FORECASTED', alarmEmail)],
      }),
    })
  }
}
