import { Duration } from 'aws-cdk-lib'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import { Construct } from 'constructs'
import type { CheckEnvironment } from '#functions/documents/environment.ts'
import type { DriveSettings } from '#functions/drive/environment.ts'
import type { PreparationEnvironment } from '#functions/preparation/environment.ts'
import { STATEMENT_WORDS } from '#shared/entities/prepared-document.ts'
import { threads } from '../../bundling.ts'
import { allow } from '../../conventions.ts'
import { tableGrants } from '../../grants.ts'
import { stageNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'
import { grantObjects } from '../buckets.ts'
import { importDeadLetters, ScheduledCalls } from './background-calls.ts'
import { CapabilityFunction } from './capability-function.ts'

/** From each queue, so that a reader never waits for an import. */
const AT_ONCE = 2

/** A page takes about half a second, and a PDF at most ten minutes of a processor. Lambda allows fifteen minutes. */
const LONGEST = Duration.minutes(14)

/**
 * Function that draws PDFs into the bucket of pictures, with two queues: of documents that have changed or may have,
 * and of those that a reader waits for. A daily call removes the pictures that no document has any more.
 */
export class Preparation extends Construct {
  readonly function: CapabilityFunction
  readonly drive: DriveSettings
  readonly bucketName: string
  readonly queue: Queue
  /** The queue of documents that a reader waits for. */
  readonly first: Queue

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id)
    const names = stageNames(stage.name)
    this.drive = {
      DRIVE_API_URL: stage.driveApiUrl,
      DRIVE_CREDENTIALS_SECRET_ID: names.secrets.driveCredentials,
    }
    this.bucketName = StringParameter.valueForStringParameter(this, names.parameters.pagesBucket)
    this.function = new CapabilityFunction(this, 'Function', {
      stage,
      name: 'preparation',
      environment: {
        TABLE_NAME: names.table,
        ...this.drive,
        PAGES_BUCKET: this.bucketName,
        DISTRIBUTION_ID_PARAMETER: names.parameters.distributionId,
      } satisfies PreparationEnvironment,
      thread: threads.drawing,
      table: tableGrants.preparation,
      // Holds one PDF of 60 MB beside its thread, and gets more than a whole processor.
      memorySize: 2_048,
      timeout: LONGEST,
    })
    grantObjects(this.function, this.bucketName, 'files/pages/*', 'GetObject', 'PutObject', 'DeleteObject')
    const deadLetters = importDeadLetters(this, stage)
    const queueProps = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(4),
      // A message that is being worked on must not be given out again.
      visibilityTimeout: LONGEST.plus(Duration.minutes(1)),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: 3 },
    }
    this.queue = new Queue(this, 'Queue', { ...queueProps, queueName: names.preparations.queue })
    this.first = new Queue(this, 'First', { ...queueProps, queueName: names.preparations.first })
    for (const queue of [this.queue, this.first])
      this.function.addEventSource(new SqsEventSource(queue, { batchSize: 1, maxConcurrency: AT_ONCE }))
    new ScheduledCalls(this, 'Daily', {
      function: this.function,
      description: `Removes pictures of documents that are gone (${stage.name})`,
      deadLetters,
    })
  }

  get environment() {
    return { PREPARATION_QUEUE_URL: this.queue.queueUrl, PAGES_BUCKET: this.bucketName }
  }

  letCheck(checker: IFunction): void {
    this.letAsk(checker, this.queue)
    grantObjects(checker, this.bucketName, 'files/pages/*/text.json', 'GetObject')
  }

  letPublish(publisher: IFunction): void {
    this.letCheck(publisher)
    grantObjects(publisher, this.bucketName, STATEMENT_WORDS, 'GetObject', 'PutObject')
  }

  letAsk(asker: IFunction, { queueArn }: Queue): void {
    asker.addToRolePolicy(allow('sqs', ['SendMessage'], queueArn))
  }
}

type DocumentCheckProps = { stage: Stage; preparation: Preparation }

/**
 * Asks Drive about every stored reference each day. A run stops after 12 minutes and the next one continues from there.
 */
export class DocumentCheck extends Construct {
  readonly function: IFunction

  constructor(scope: Construct, id: string, { stage, preparation }: DocumentCheckProps) {
    super(scope, id)
    const check = new CapabilityFunction(this, 'Function', {
      stage,
      name: 'check-documents',
      entry: 'documents/check-documents',
      environment: {
        TABLE_NAME: stageNames(stage.name).table,
        ...preparation.drive,
        ...preparation.environment,
      } satisfies CheckEnvironment,
      table: tableGrants.checkDocuments,
      timeout: Duration.minutes(15),
    })
    preparation.letCheck(check)
    new ScheduledCalls(this, 'Daily', {
      function: check,
      description: `Checks documents against Drive (${stage.name})`,
      deadLetters: importDeadLetters(this, stage),
    })
    this.function = check
  }
}
