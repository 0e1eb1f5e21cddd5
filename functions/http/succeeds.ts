import { logFailure } from './log.ts'
import { toDomainError } from './problem.ts'

/**
 * Runs a step whose failure must not fail the request, such as one that the daily reconciliation repeats. A failure is
 * logged.
 * @param task names the step in the log
 * @returns whether the step succeeded
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
