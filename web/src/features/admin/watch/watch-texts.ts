import type { WatchedAccount } from '#shared/contract/admin/watch.ts'
import { formatCalendarDay } from '#web/lib/format/dates.ts'
import { counted } from '../admin-texts.ts'

type WatchedDay = WatchedAccount['days'][number]
type Figures = Omit<WatchedDay, 'day'>

/** 'Le 21 novembre 2026, ce compte a ouvert 118 documents, a changé 5 fois de navigateur et a servi depuis 9 réseaux.' */
export function watchSentence({ day, ...figures }: WatchedDay): string {
  return `Le ${formatCalendarDay(day)}, ce compte ${joined(deeds(figures))}.`
}

function deeds({ documents, deviceChanges, browsers, networks, networksAlternate }: Figures): string[] {
  return [
    documents > 0 && `a ouvert ${counted(documents, 'document')}`,
    deviceChanges > 0 && `a changé ${deviceChanges} fois de navigateur`,
    browsers > deviceChanges + 1 && `a été demandé par ${browsers} navigateurs`,
    networks > 1 && `a servi depuis ${networks} réseaux`,
    networksAlternate && "est passé plus de six fois d'un réseau à l'autre en dix minutes",
  ].filter((deed) => deed !== false)
}

/** 'a, b et c' */
function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "n'a rien fait de particulier"
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} et ${last}`
}

/** Returns the address of a letter to the account's student, which the owner's mail program opens. */
export function letterTo(account: Pick<WatchedAccount, 'email'> & WatchedDay): string {
  const subject = `Votre compte ${__SITE_NAME__}`
  const body = [
    'Bonjour,',
    watchSentence(account).replace('ce compte', 'votre compte'),
    "Un compte est personnel. Si une autre personne s'en sert, ouvrez la page Mon compte, terminez toutes les sessions et choisissez un nouveau mot de passe. Si tout vient de vous, répondez simplement à ce message.",
  ].join('\n\n')
  // An address may contain signs that would end it, or add recipients.
  const address = account.email.split('@').map(encodeURIComponent).join('@')
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
