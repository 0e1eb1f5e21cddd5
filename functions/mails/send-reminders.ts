import { dueReminder, remindedEnds } from '#shared/domain/premium/reminders.ts'
import type { Deps } from '../http/deps.ts'
import { type MailedSite, reminderMail } from './mail-texts.ts'
import { type MailDeps, sendMail } from './send-mail.ts'

/** A new account of SES sends 14 mails a second. */
const AT_ONCE = 10
const PAUSE_MS = 1_000

type ReminderDeps = MailDeps &
  Pick<Deps, 'users'> & {
    site: MailedSite
    /** Waits between mails. */
    pause: (ms: number) => Promise<void>
  }

/**
 * Sends a reminder to the accounts whose Premium ends in 14 or in 3 days, by Morocco's calendar. A repeated run continues
 * where the last one stopped. The reminders of a day without a run are never sent.
 * @returns the number of accounts with a reminder
 */
export async function sendReminders(deps: ReminderDeps): Promise<number> {
  const now = deps.clock.now()
  const users = await deps.users.listPremiumEndingOn(remindedEnds(now))
  const due = users.flatMap((user) => {
    const days = dueReminder(user, now)
    return days === null || user.premiumUntil === null ? [] : [{ user, days, lastDay: user.premiumUntil }]
  })
  for (let from = 0; from < due.length; from += AT_ONCE) {
    if (from > 0) await deps.pause(PAUSE_MS)
    await Promise.all(
      due
        .slice(from, from + AT_ONCE)
        .map(({ user, days, lastDay }) =>
          sendMail(deps, user, `premium-${days} ${lastDay}`, reminderMail(days, lastDay, deps.site)),
        ),
    )
  }
  return due.length
}
