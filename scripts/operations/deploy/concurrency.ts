import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import type { Stage } from '#infra/stages.ts'
import { type Finding, fault } from './finding.ts'
import type { Looking } from './region.ts'

/** Lambda refuses a reservation that leaves fewer to all other functions. */
const LEFT_TO_OTHERS = 100

/**
 * Whether the account has room for what the stage reserves for its streaming origin. A new account has none, and would
 * only say so in the middle of a deployment.
 */
export async function concurrencyFindings(
  { originConcurrency: wanted }: Pick<Stage, 'originConcurrency'>,
  looking: Looking,
): Promise<Finding[]> {
  if (wanted === null) return []
  const lambda = new LambdaClient(looking)
  try {
    const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}))
    const limit = AccountLimit?.ConcurrentExecutions ?? 0
    if (limit - wanted >= LEFT_TO_OTHERS) return []
    return [
      fault(`Ce compte permet ${limit} exécutions à la fois ; en réserver ${wanted} en laisserait moins de ${LEFT_TO_OTHERS}.
Demandez plus (console Service Quotas, AWS Lambda, 'Concurrent executions'), ou mettez originConcurrency: null dans infra/stages.ts.`),
    ]
  } finally {
    lambda.destroy()
  }
}
