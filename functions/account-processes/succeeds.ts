import { logFailure } from '../http/log.ts'
import { toDomainError } from '../http/problem.ts'

/**
 * Runs a step that follows a committed change. A failure is logged and left to the daily reconciliation.
 * @returns whether the step succeeded
 * @param task for the log
 */
export async function succeeds(task: string, step: () => Promise<void>): Promise<boolean> {
  try {
    await step()
    return true
  } catch (error) {
    logFailure(toDomainError(error), { task })
    return false
  }
}
