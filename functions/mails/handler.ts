import { setTimeout as pause } from 'node:timers/promises'
import type { DynamoDBStreamEvent } from 'aws-lambda'
import * as v from 'valibot'
import { createMailService } from '../aws/mail-service.ts'
import { createMails } from '../data/account-notes.ts'
import { questionIdAt, requestIdAt } from '../data/keys.ts'
import { createPaymentRequests } from '../data/payment-requests.ts'
import { createQuestions } from '../data/questions.ts'
import { openTable } from '../data/table/client.ts'
import { createUsers } from '../data/users.ts'
import { logger } from '../http/log.ts'
import { systemClock } from '../http/use-case.ts'
import { MailsEnvironment } from './environment.ts'
import { sendAnswers, sendDecisions, sendReminders } from './send-mails.ts'

const env = v.parse(MailsEnvironment, process.env)
const table = openTable(env.TABLE_NAME)
const deps = {
  mails: createMails(table),
  mailService: createMailService({ region: env.MAIL_REGION, name: env.SITE_NAME, address: env.MAIL_FROM }),
  paymentRequests: createPaymentRequests(table),
  questions: createQuestions(table),
  users: createUsers(table),
  site: { name: env.SITE_NAME, origin: env.SITE_ORIGIN },
  clock: systemClock,
  pause: (ms: number) => pause(ms),
}

/** Answers to requests and questions from the table's stream, and each day the reminders that Premium ends. */
export async function handler(event: Partial<DynamoDBStreamEvent>): Promise<void> {
  if (!event.Records) {
    logger.info('reminders sent', { accounts: await sendReminders(deps) })
    return
  }
  const keys = event.Records.map(({ dynamodb: { Keys: { pk, sk } = {} } = {} }) => ({
    pk: pk?.S ?? '',
    sk: sk?.S ?? '',
  }))
  const requests = keys.flatMap((key) => requestIdAt(key) ?? [])
  const questions = keys.flatMap((key) => questionIdAt(key) ?? [])
  await sendDecisions(deps, requests)
  await sendAnswers(deps, questions)
}
