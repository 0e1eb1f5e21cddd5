import { type CfnElement, Duration, Stack } from 'aws-cdk-lib'
import { Schedule } from 'aws-cdk-lib/aws-events'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Trigger } from 'aws-cdk-lib/triggers'
import { Construct } from 'constructs'
import {
  PUBLISHED_FILES,
  type PublisherEnvironment,
  publishedKeys,
} from '#functions/publishing/environment.ts'
import { acknowledge, allow } from '../../conventions.ts'
import { tableGrants } from '../../grants.ts'
import { stageNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'
import type { Website } from '../edge/website.ts'
import { followTable, importDeadLetters, ScheduledCalls } from './background-calls.ts'
import { CapabilityFunction } from './capability-function.ts'
import type { Preparation } from './documents.ts'

type PublisherProps = {
  stage: Stage
  website: Website
  settings: Pick<PublisherEnvironment, 'FIRST_SETTINGS'>
  /** Null where no document is prepared. */
  preparation: Preparation | null
}

/**
 * Publishes the site some seconds after a change, just after midnight in Morocco, since pages show dates, and at the
 * end of a deployment that brings another renderer, first settings or function. A rollback publishes with the function
 * that it brings back.
 */
export class Publisher extends Construct {
  readonly function: CapabilityFunction

  constructor(scope: Construct, id: string, props: PublisherProps) {
    super(scope, id)
    const { stage, website, settings, preparation } = props
    const { bucket, build } = website
    const names = stageNames(stage.name)
    const deadLetters = importDeadLetters(this, stage)
    this.function = new CapabilityFunction(this, 'Function', {
      stage,
      name: 'publisher',
      entry: 'publishing/handler',
      environment: {
        ...settings,
        TABLE_NAME: names.table,
        SITE_NAME: stage.site.name,
        PUBLIC_ORIGIN: website.publicOrigin ?? '',
        SITE_BUCKET: bucket.bucketName,
        ...preparation?.environment,
      } satisfies PublisherEnvironment,
      table: tableGrants.publisher,
      statements: [
        allow(
          's3',
          ['PutObject', 'DeleteObject'],
          ...PUBLISHED_FILES.map((pattern) => bucket.arnForObjects(pattern)),
        ),
        allow('s3', ['ListBucket'], bucket.bucketArn),
      ],
      // Rendering needs a whole processor.
      memorySize: 1769,
      timeout: Duration.minutes(5),
      ...(build && { folders: { renderer: build.renderer } }),
    })
    preparation?.letPublish(this.function)
    // Pages never name scripts that are not uploaded yet.
    this.function.node.addDependency(website.files)
    // An import of a thousand lines is one publication, or two.
    followTable(this.function, 'Changes', {
      stage,
      deadLetters,
      keys: publishedKeys,
      window: Duration.seconds(5),
    })
    new ScheduledCalls(this, 'Daily', {
      function: this.function,
      // Midnight in Morocco is 23:00 or 0:00 UTC, and laws have changed it; the other call finds nothing to write.
      schedule: Schedule.cron({ hour: '23,0', minute: '1' }),
      description: `Publishes the pages of a new day (${stage.name})`,
      deadLetters,
    })
    this.#acknowledge(bucket)
  }

  /** After everything that pages need. */
  publishAfter(...constructs: Construct[]): void {
    new Trigger(this, 'Deployed', {
      handler: this.function,
      timeout: Duration.minutes(6),
      executeAfter: constructs,
    })
  }

  #acknowledge(bucket: IBucket): void {
    const bucketId = Stack.of(this).getLogicalId(bucket.node.defaultChild as CfnElement)
    const findings = PUBLISHED_FILES.filter((pattern) => pattern.includes('*')).map(
      (pattern) => `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${pattern}]`,
    )
    const reason = 'The files that publications write, and no other of the bucket.'
    acknowledge(this, Object.fromEntries(findings.map((finding) => [finding, reason])))
  }
}
