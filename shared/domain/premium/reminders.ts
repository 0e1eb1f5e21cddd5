import type { User } from '../../entities/user.ts'
import { daysBefore, daysBetween, moroccanDay } from '../days/moroccan-day.ts'

/** Days before the last one on which a mail says that Premium ends. */
const REMINDER_DAYS = [14, 3] as const
export type ReminderDays = (typeof REMINDER_DAYS)[number]

export function remindedEnds(now: Date): string[] {
  return REMINDER_DAYS.map((days) => daysBefore(moroccanDay(now), -days))
}

type Reminded = Pick<User, 'isPremium' | 'premiumUntil' | 'blockedAt' | 'remindersOffSince'>

/** Returns the days that are left when a mail is due today, else null. */
export function dueReminder(
  { isPremium, premiumUntil, blockedAt, remindersOffSince }: Reminded,
  now: Date,
): ReminderDays | null {
  if (!isPremium || premiumUntil === null || blockedAt !== null || remindersOffSince !== null) return null
  return REMINDER_DAYS[remindedEnds(now).indexOf(premiumUntil)] ?? null
}

/** Days before the last one on which a stage of the notice begins; each stage can be closed by itself. */
const BANNER_DAYS = [0, 7, 30] as const

export type PremiumEndNotice = {
  stage: (typeof BANNER_DAYS)[number] | 'over'
  lastDay: string
  daysLeft: number
}

/** Returns what the site says to an account about the end of its Premium, or null. Days are Moroccan. */
export function premiumEndNotice(lastDay: string | null, today: string): PremiumEndNotice | null {
  if (lastDay === null) return null
  const daysLeft = daysBetween(today, lastDay)
  if (daysLeft < 0) return { stage: 'over', lastDay, daysLeft }
  const stage = BANNER_DAYS.find((days) => daysLeft <= days)
  return stage === undefined ? null : { stage, lastDay, daysLeft }
}
