import * as v from 'valibot'
import { dueReminder, type ReminderDays, remindedEnds } from '#shared/domain/premium/reminders.ts'
import { NewEmail } from '#shared/entities/fields.ts'
import { type PaymentRequestStatus, parsePaymentRequestId } from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { escapeHtml } from '#shared/writing/french-text.ts'
import type { Mail, MailService } from '../aws/mail-service.ts'
import { logger } from '../http/log.ts'
import { count } from '../http/metrics.ts'
import type { Deps } from '../http/use-case.ts'

type MailDeps = Pick<Deps, 'mails' | 'clock'> & { mailService: MailService; site: MailedSite }

/** Milliseconds. */
const RECENT_MS = 24 * 3_600_000

/** Returns whether an event is mailed. Older ones are not, since an import or a restored table writes them again. */
const isRecent = (at: string, now: Date) => now.getTime() - Date.parse(at) <= RECENT_MS

/**
 * The mail is noted before it is sent, so that it may be lost but never comes twice. A failure is counted for the alarm
 * and not thrown, since a repetition would send nothing. An address of an earlier version that may lead to another
 * mailbox gets none.
 */
async function sendMail(
  { mails, mailService, clock }: MailDeps,
  { id, email }: Pick<User, 'id' | 'email'>,
  reason: string,
  mail: Mail,
): Promise<void> {
  if (!v.is(NewEmail, email)) return
  if (!(await mails.claim(id, reason, clock.now()))) return
  try {
    await mailService.send(email, mail)
  } catch (error) {
    // The message of the error may hold the address.
    logger.error('mail not sent', { cause: error instanceof Error ? error.name : typeof error })
    count('MailsFailed')
  }
}

/** Blocked and deleted accounts get none. An id may occur more than once. */
export async function sendDecisions(
  deps: MailDeps & Pick<Deps, 'paymentRequests'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of new Set(ids)) {
    const { request, account } = await deps.paymentRequests.findWithAccount(id)
    if (!request?.decidedAt || request.decidedBy === null) continue
    const decision = decisions[request.status]
    if (!decision || !isRecent(request.decidedAt, deps.clock.now())) continue
    if (!account || account.blockedAt !== null) continue
    const { ownPart } = parsePaymentRequestId(id)
    await sendMail(deps, account, `decision ${ownPart}`, write(deps.site, decision))
  }
}

/** One mail a question. Blocked and deleted accounts get none, nor do those that turned these mails off. */
export async function sendAnswers(
  deps: MailDeps & Pick<Deps, 'questions'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of new Set(ids)) {
    const { question, account } = await deps.questions.findWithAccount(id)
    if (!question?.answeredAt || !isRecent(question.answeredAt, deps.clock.now())) continue
    if (!account || account.blockedAt !== null || account.answerMailsOffSince !== null) continue
    await sendMail(deps, account, `answer ${id.slice(37)}`, answerMail(deps.site))
  }
}

/** A new account of SES sends 14 mails a second. */
const AT_ONCE = 10
const PAUSE_MS = 1_000

type ReminderDeps = MailDeps & Pick<Deps, 'users'> & { pause: (ms: number) => Promise<void> }

/** A repeated run continues where the last one stopped. The reminders of a day without a run are never sent. */
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

type MailedSite = { name: string; origin: string }

type Content = { subject: string; paragraphs: readonly string[]; link: { label: string; path: string } }

/** Addresses of accounts are unverified, so that mails name no person, amount or reference. */
const decisions: Partial<Record<PaymentRequestStatus, Content>> = {
  approved: {
    subject: 'votre accès Premium est ouvert',
    paragraphs: ['Votre demande est acceptée : votre accès Premium est ouvert.'],
    link: { label: 'Ouvrir le site', path: '/' },
  },
  refused: {
    subject: 'réponse à votre demande',
    paragraphs: [
      "Votre demande n'a pas pu être acceptée. Connectez-vous pour lire pourquoi, et pour la corriger.",
    ],
    link: { label: 'Voir ma demande', path: '/premium' },
  },
}

/** Neither text is in it, for the same reason. */
function answerMail(site: MailedSite): Mail {
  return write(site, {
    subject: 'réponse à votre question',
    paragraphs: [
      'Une réponse à votre question vous attend sur le site.',
      `Vous ne souhaitez plus recevoir ces messages ? Désactivez-les dans votre compte : ${site.origin}/compte`,
    ],
    link: { label: 'Lire la réponse', path: '/compte' },
  })
}

function reminderMail(days: ReminderDays, lastDay: string, site: MailedSite): Mail {
  return write(site, {
    subject: `votre accès Premium se termine dans ${days} jours`,
    paragraphs: [
      `Votre accès Premium se termine dans ${days} jours, le ${formatDay(lastDay)}.`,
      `Vous ne souhaitez plus recevoir ces rappels ? Désactivez-les dans votre compte : ${site.origin}/compte`,
    ],
    link: { label: 'Prolonger mon accès', path: '/premium' },
  })
}

function write({ name, origin }: MailedSite, { subject, paragraphs, link }: Content): Mail {
  const address = `${origin}${link.path}`
  const texts = ['Bonjour,', ...paragraphs]
  return {
    subject: `${name} : ${subject}`,
    text: [...texts, `${link.label} : ${address}`, name].join('\n\n'),
    html: [
      '<!doctype html><html lang="fr"><body style="font-family:sans-serif;line-height:1.5">',
      ...texts.map((text) => `<p>${escapeHtml(text)}</p>`),
      `<p><a href="${escapeHtml(address)}">${escapeHtml(link.label)}</a></p>`,
      `<p>${escapeHtml(name)}</p></body></html>`,
    ].join(''),
  }
}

const calendar = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' })

function formatDay(day: string): string {
  return calendar.format(new Date(`${day}T00:00:00Z`)).replace(/^1 /, '1er ')
}
