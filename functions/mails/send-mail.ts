import type { User } from '#shared/entities/user.ts'
import type { Mail, MailService } from '../aws/mail-service.ts'
import type { Deps } from '../http/deps.ts'
import { logger } from '../http/log.ts'
import { count } from '../http/metrics.ts'

export type MailDeps = Pick<Deps, 'mails' | 'clock'> & { mailService: Pick<MailService, 'send'> }

/** Milliseconds. */
const RECENT_MS = 24 * 3_600_000

/** Returns whether an event is mailed. Older ones are not, since an import or a restored table writes them again. */
export const isRecent = (at: string, now: Date) => now.getTime() - Date.parse(at) <= RECENT_MS

/**
 * Sends a mail to an account at most once for a reason. The mail is noted before it is sent, so that it may be lost but
 * never comes twice. A failure is counted for the alarm and not thrown, since a repetition would send nothing.
 */
export async function sendMail(
  { mails, mailService, clock }: MailDeps,
  { id, email }: Pick<User, 'id' | 'email'>,
  reason: string,
  mail: Mail,
): Promise<void> {
  if (!(await mails.claim(id, reason, clock.now()))) return
  try {
    await mailService.send(email, mail)
  } catch (error) {
    // The message of the error may hold the address.
    logger.error('mail not sent', { cause: error instanceof Error ? error.name : typeof error })
    count('MailsFailed')
  }
}
