import { Duration } from 'aws-cdk-lib'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import type { CheckEnvironment } from '#functions/documents/environment.ts'
import { tableGrants } from '../grants.ts'
import { namesOf } from '../names.ts'
import type { Stage } from '../stages.ts'
import { CapabilityFunction } from './capability-function.ts'
import { deadLettersOf } from './dead-letters.ts'
import { ScheduledCalls } from './scheduled-calls.ts'

export type DocumentCheckProps = {
  stage: Stage
  /** Drive's API, and the secret with the service account's key. */
  drive: Pick<CheckEnvironment, 'DRIVE_API_URL' | 'DRIVE_CREDENTIALS_SECRET_ID'>
}

/**
 * Once a day, `rate(1 day)`: asks Drive about every stored reference, notes weights and pages, and lists what cannot be
 * delivered (functions/documents/check-documents.ts). In stream mode only: without credentials Drive cannot be asked.
 *
 * A run that is not through after 12 minutes goes on the next day from where it stopped, so that a failed one need not
 * be repeated more than once.
 */
export class DocumentCheck extends Construct {
  readonly function: IFunction

  constructor(scope: Construct, id: string, { stage, drive }: DocumentCheckProps) {
    super(scope, id)
    const { DRIVE_API_URL, DRIVE_CREDENTIALS_SECRET_ID } = drive
    const check = new CapabilityFunction(this, 'Function', {
      stage,
      name: 'check-documents',
      entry: 'documents/check-documents',
      environment: {
        TABLE_NAME: namesOf(stage.name).table,
        DRIVE_API_URL,
        DRIVE_CREDENTIALS_SECRET_ID,
      } satisfies CheckEnvironment,
      table: tableGrants.checkDocuments,
      // Holds one PDF of 30 MB at a time for each of four files, to count its pages.
      memorySize: 1024,
      timeout: Duration.minutes(15),
    })
    new ScheduledCalls(this, 'Daily', {
      function: check,
      every: Duration.days(1),
      description: `Checks documents against Drive (${stage.name})`,
      deadLetters: deadLettersOf(this, stage),
    })
    this.function = check
  }
}
