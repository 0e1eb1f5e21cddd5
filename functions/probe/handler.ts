import * as v from 'valibot'
import { createPoolClient } from '../aws/pool-client.ts'
import { openSecret } from '../aws/secrets.ts'
import { systemClock } from '../http/deps.ts'
import { logger } from '../http/log.ts'
import { count } from '../http/metrics.ts'
import { ProbeEnvironment } from './environment.ts'
import { openDocument } from './open-document.ts'
import { requestDailyCode } from './request-code.ts'
import { createVisitor, StepFailed } from './visit.ts'

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
 * Runs every 15 minutes. Opens a document and counts the result: ProbeFailed is 1 or 0, ProbeDuration the time of a
 * successful run. The log names the failed step and the request id of its answer. Without its account the probe counts
 * nothing, so that the alarm rings when an existing account no longer works, and not before there is one. Once a day it
 * asks for a code, where SES mails it, and counts CodesFailed: 1 or 0.
 * @throws Error when the probe itself is broken and cannot read its password
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

async function checkCodes(): Promise<void> {
  const fault = await requestDailyCode(deps)
  if (fault === null) return
  count('CodesFailed', fault ? 1 : 0)
  if (fault) logger.error('code not sent', { reason: `Cognito: ${fault}` })
}

function failureOf(error: unknown): StepFailed {
  if (error instanceof StepFailed) return error
  throw error
}
