import * as v from 'valibot'
import { createPoolClient } from '../aws/pool-client.ts'
import { openSecret } from '../aws/secrets.ts'
import { logger } from '../http/log.ts'
import { count } from '../http/metrics.ts'
import { systemClock } from '../http/use-case.ts'
import { ProbeEnvironment } from './environment.ts'
import { openDocument } from './open-document.ts'
import { createVisitor, nameOf, StepFailed } from './visit.ts'

const env = v.parse(ProbeEnvironment, process.env)
const deps = {
  poolClient: createPoolClient(env.USER_POOL_ID, env.PROBE_CLIENT_ID),
  email: env.PROBE_EMAIL,
  password: openSecret(env.PROBE_PASSWORD_SECRET_ID),
  visitor: createVisitor(env.SITE_ORIGIN),
  siteOrigin: env.SITE_ORIGIN,
  clock: systemClock,
}

/**
 * Opens a document every 15 minutes and counts the result; the log names the failed step and the request id of its
 * answer. Without its account the probe counts nothing, so that the alarm rings when an existing account no longer
 * works, and not before there is one. @throws Error when the probe itself is broken and cannot read its password
 */
export async function handler(): Promise<void> {
  const startedAt = performance.now()
  const failure = await openDocument(deps).then(() => null, failureOf)
  const durationMs = Math.round(performance.now() - startedAt)
  if (failure?.step !== 'account') count('ProbeFailed', failure ? 1 : 0)
  if (failure) {
    const { step, requestId, message } = failure
    logger.error('probe failed', { step, requestId, reason: message, durationMs })
  } else {
    count('ProbeDuration', durationMs)
    logger.info('probe passed', { durationMs })
  }
  if (env.MAILS_CODES === 'true') await checkCodes()
}

/** Quarter of the day (UTC) whose run asks for a code: nine or ten o'clock in Morocco, when a mail can be answered. */
const QUARTER_OF_CODE = 9 * 4
const QUARTER_MS = 15 * 60_000
const QUARTERS_OF_DAY = 24 * 4

/**
 * Asks once a day for a code, since nothing else tells that codes no longer go out. The account's address is one of
 * SES's mailbox simulator.
 */
async function checkCodes(): Promise<void> {
  const quarter = Math.floor(systemClock.now().getTime() / QUARTER_MS) % QUARTERS_OF_DAY
  if (quarter !== QUARTER_OF_CODE) return
  const fault = await deps.poolClient.requestCode(env.PROBE_EMAIL).then(() => null, nameOf)
  count('CodesFailed', fault === null ? 0 : 1)
  if (fault !== null) logger.error('code not sent', { reason: `Cognito: ${fault}` })
}

function failureOf(error: unknown): StepFailed {
  if (error instanceof StepFailed) return error
  throw error
}
