import { Duration, Stack } from 'aws-cdk-lib'
import { Schedule } from 'aws-cdk-lib/aws-events'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import { type MailsEnvironment, mailedKeys } from '#functions/mails/environment.ts'
import { tableGrants } from '../../grants.ts'
import { stageNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'
import { followTable, importDeadLetters, ScheduledCalls } from './background-calls.ts'
import { CapabilityFunction } from './capability-function.ts'

export type MailerProps = { stage: Stage; mail: NonNullable<Stage['mail']>; siteOrigin: string }

/**
 * Function that sends the mails of the site (functions/mails), where the stage has a sender: an owner's decision or
 * answer, by the table's stream, so that it neither waits for SES nor fails with it; and each morning in Morocco the
 * reminders that Premium ends. It may send as its one sender only, and writes nothing of the table but that a mail was sent.
 */
export class Mailer extends Construct {
  constructor(scope: Construct, id: string, { stage, mail, siteOrigin }: MailerProps) {
    super(scope, id)
    const { from, domain = from, region = stage.region } = mail
    const deadLetters = importDeadLetters(this, stage)
    const mailer = new CapabilityFunction(this, 'Function', {
      stage,
      name: 'mails',
      environment: {
        TABLE_NAME: stageNames(stage.name).table,
        SITE_NAME: stage.site.name,
        SITE_ORIGIN: siteOrigin,
        MAIL_FROM: from,
        MAIL_REGION: region,
      } satisfies MailsEnvironment,
      table: tableGrants.mails,
      statements: [
        new PolicyStatement({
          actions: ['ses:SendEmail'],
          resources: [
            Stack.of(this).formatArn({ service: 'ses', region, resource: 'identity', resourceName: domain }),
          ],
          conditions: { StringEquals: { 'ses:FromAddress': from } },
        }),
      ],
      // Ten mails a second.
      timeout: Duration.minutes(15),
    })
    followTable(mailer, 'Changes', { stage, deadLetters, keys: [mailedKeys], window: Duration.seconds(1) })
    new ScheduledCalls(this, 'Daily', {
      function: mailer,
      // Nine or ten o'clock in Morocco.
      schedule: Schedule.cron({ hour: '9', minute: '0' }),
      description: `Reminds students that Premium ends (${stage.name})`,
      deadLetters,
    })
  }
}
