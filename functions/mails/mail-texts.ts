import { escapeHtml } from '#shared/domain/escape-html.ts'
import type { ReminderDays } from '#shared/domain/premium/reminders.ts'
import type { Mail } from '../aws/mail-service.ts'

export type MailedSite = { name: string; origin: string }

/**
 * Returns the answer to a declared payment. Addresses of accounts are unverified, so that mails name no person, amount
 * or reference.
 */
export function decisionMail(status: 'approved' | 'refused', site: MailedSite): Mail {
  if (status === 'approved')
    return write(site, {
      subject: 'votre accès Premium est ouvert',
      paragraphs: ['Votre demande est acceptée : votre accès Premium est ouvert.'],
      link: { label: 'Ouvrir le site', path: '/' },
    })
  return write(site, {
    subject: 'réponse à votre demande',
    paragraphs: [
      "Votre demande n'a pas pu être acceptée. Connectez-vous pour lire pourquoi, et pour la corriger.",
    ],
    link: { label: 'Voir ma demande', path: '/premium' },
  })
}

/** Returns the news that a question was answered; neither text is in it, for the same reason. */
export function answerMail(site: MailedSite): Mail {
  return write(site, {
    subject: 'réponse à votre question',
    paragraphs: [
      'Une réponse à votre question vous attend sur le site.',
      `Vous ne souhaitez plus recevoir ces messages ? Désactivez-les dans votre compte : ${site.origin}/compte`,
    ],
    link: { label: 'Lire la réponse', path: '/compte' },
  })
}

/** Returns the reminder that Premium ends. `lastDay` is YYYY-MM-DD. */
export function reminderMail(days: ReminderDays, lastDay: string, site: MailedSite): Mail {
  return write(site, {
    subject: `votre accès Premium se termine dans ${days} jours`,
    paragraphs: [
      `Votre accès Premium se termine dans ${days} jours, le ${formatDay(lastDay)}.`,
      `Vous ne souhaitez plus recevoir ces rappels ? Désactivez-les dans votre compte : ${site.origin}/compte`,
    ],
    link: { label: 'Prolonger mon accès', path: '/premium' },
  })
}

type Content = { subject: string; paragraphs: readonly string[]; link: { label: string; path: string } }

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
