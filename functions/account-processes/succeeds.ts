import { logFailure } from '../http/log.ts'
import { toDomainError } from '../http/problem.ts'

/**
 * Whether a step after a change that stands was carried out; one that was not is logged and left to the daily
 * reconciliation.
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
