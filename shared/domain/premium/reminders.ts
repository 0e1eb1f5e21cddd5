import type { User } from '../../entities/user.ts'
import { daysBefore, moroccanDay } from '../days/moroccan-day.ts'

/** How many days before the last one a mail says that Premium ends. */
export const REMINDER_DAYS = [14, 3] as const
export type ReminderDays = (typeof REMINDER_DAYS)[number]

/** The last days of Premium that mails are about on the day of an instant, in Morocco. */
export function remindedEnds(now: Date): string[] {
  return REMINDER_DAYS.map((days) => daysBefore(moroccanDay(now), -days))
}

type Reminded = Pick<User, 'isPremium' | 'premiumUntil' | 'blockedAt' | 'remindersOffSince'>

/** How many days are left, where a mail is to say so today; null: none is. */
export function dueReminder(
  { isPremium, premiumUntil, blockedAt, remindersOffSince }: Reminded,
  now: Date,
): ReminderDays | null {
  if (!isPremium || premiumUntil === null || blockedAt !== null || remindersOffSince !== null) return null
  return REMINDER_DAYS[remindedEnds(now).indexOf(premiumUntil)] ?? null
}

/** How many days before the last one the site begins to say that Premium ends; each stage can be closed by itself. */
const BANNER_DAYS = [0, 7, 30] as const

/** What the site says about the end of Premium: it is near, within so many days, or it is over. */
export type PremiumEndNotice = {
  stage: (typeof BANNER_DAYS)[number] | 'over'
  lastDay: string
  daysLeft: number
}

/** What the site says to an account about the end of its Premium; null: nothing. Days are those of Morocco. */
export function premiumEndNotice(lastDay: string | null, today: string): PremiumEndNotice | null {
  if (lastDay === null) return null
  const daysLeft = Math.round((Date.parse(lastDay) - Date.parse(today)) / 86_400_000)
  if (daysLeft < 0) return { stage: 'over', lastDay, daysLeft }
  const stage = BANNER_DAYS.find((days) => daysLeft <= days)
  return stage === undefined ? null : { stage, lastDay, daysLeft }
}
