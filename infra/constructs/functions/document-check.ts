import { Duration } from 'aws-cdk-lib'
import { Schedule } from 'aws-cdk-lib/aws-events'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import type { CheckEnvironment } from '#functions/documents/environment.ts'
import { tableGrants } from '../../grants.ts'
import { stageNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'
import { importDeadLetters, ScheduledCalls } from './background-calls.ts'
import { CapabilityFunction } from './capability-function.ts'
import type { Preparation } from './preparation.ts'

export type DocumentCheckProps = {
  stage: Stage
  /** Drive's API address, and the secret with the service account's key. */
  drive: Pick<CheckEnvironment, 'DRIVE_API_URL' | 'DRIVE_CREDENTIALS_SECRET_ID'>
  preparation: Preparation
}

/**
 * Daily function (`rate(1 day)`) that asks Drive about every stored reference, records size and pages, and lists documents
 * that cannot be delivered; it also reads the exercises that new papers announce, and searches the inbox folder
 * (functions/documents/check-documents.ts). In stream mode only, since it needs credentials.
 *
 * A run stops after 12 minutes and the next one continues from there, so one retry of a failed run is enough.
 */
export class DocumentCheck extends Construct {
  readonly function: IFunction

  constructor(scope: Construct, id: string, { stage, drive, preparation }: DocumentCheckProps) {
    super(scope, id)
    const { DRIVE_API_URL, DRIVE_CREDENTIALS_SECRET_ID } = drive
    const check = new CapabilityFunction(this, 'Function', {
      stage,
      name: 'check-documents',
      entry: 'documents/check-documents',
      environment: {
        TABLE_NAME: stageNames(stage.name).table,
        DRIVE_API_URL,
        DRIVE_CREDENTIALS_SECRET_ID,
        ...preparation.environment,
      } satisfies CheckEnvironment,
      table: tableGrants.checkDocuments,
      timeout: Duration.minutes(15),
    })
    preparation.letCheck(check)
    new ScheduledCalls(this, 'Daily', {
      function: check,
      schedule: Schedule.rate(Duration.days(1)),
      description: `Checks documents against Drive (${stage.name})`,
      deadLetters: importDeadLetters(this, stage),
    })
    this.function = check
  }
}
