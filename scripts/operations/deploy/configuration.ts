import { execFileSync } from 'node:child_process'
import { type SigningKeysFile, signingKeysEntry } from '#infra/signing-keys.ts'
import { FICTIONAL_NAME, type Stage, type StageName } from '#infra/stages.ts'
import { isOver } from '#shared/domain/days/moroccan-day.ts'

export type Finding = {
  /** `fault` forbids the deployment; `unchecked` could not be looked at. */
  kind: 'fault' | 'warning' | 'unchecked'
  text: string
}

export const fault = (text: string): Finding => ({ kind: 'fault', text })
export const warning = (text: string): Finding => ({ kind: 'warning', text })
export const unchecked = (text: string): Finding => ({ kind: 'unchecked', text })

/** Hosts that cannot be registered (RFC 2606), and those of the demonstration. */
const FICTIONAL_HOST = /(?:^|\.)(?:example|test|invalid|localhost|example\.(?:com|net|org)|demo\.bac)$/i

const STATED_REGION = 'eu-west-3'

const NEEDED_IN_PROD = [
  ['mail', "Cognito n'envoie que 50 messages par jour, codes et invitations compris."],
  ['alarmEmail', "les alarmes n'écrivent à personne."],
] as const

/** They forbid a deployment of staging and prod, and are a warning in dev. */
export function configurationFindings(stage: Stage, now: Date): Finding[] {
  const { name, region, owners, account, site } = stage
  const values = fictionalValues(stage)
  const faultOutsideDev = name === 'dev' ? warning : fault
  return [
    values.length > 0 &&
      faultOutsideDev(['infra/stages.ts contient encore des valeurs fictives :', ...values].join('\n')),
    owners.length < 2 && warning('Un seul propriétaire : personne ne le remplace.'),
    region !== STATED_REGION &&
      faultOutsideDev(`La page Confidentialité dit que les données sont à Paris (${STATED_REGION}), pas en ${region} :
corrigez-la (web/src/features/privacy) et refaites la demande de transfert.`),
    name === 'prod' &&
      account === undefined &&
      warning('infra/stages.ts ne fixe pas account : le compte est celui de vos identifiants.'),
    ...NEEDED_IN_PROD.map(
      ([setting, consequence]) =>
        name === 'prod' &&
        stage[setting] === undefined &&
        !stage.goesWithout.includes(setting) &&
        fault(
          `infra/stages.ts ne fixe pas ${setting} : ${consequence} Pour s'en passer : goesWithout: ['${setting}'].`,
        ),
    ),
    site.premiumValidUntil !== null &&
      isOver(site.premiumValidUntil, now) &&
      warning(`La validité du Premium est passée (site.premiumValidUntil : ${site.premiumValidUntil}).`),
    ...site.exams.map(({ label, date }) => isOver(date, now) && warning(`${label} : le ${date} est passé.`)),
  ].filter((finding) => finding !== false)
}

function fictionalValues({ owners, siteOrigin, alarmEmail, mail, site }: Stage): string[] {
  const { name, contact, payment, privacy } = site
  const named: [what: string, value: string | undefined, isFictional: (value: string) => boolean][] = [
    ...owners.map((owner): (typeof named)[number] => ['owners', owner, hasFictionalHost]),
    ['siteOrigin', siteOrigin, hasFictionalHost],
    ['alarmEmail', alarmEmail, hasFictionalHost],
    ['mail.from', mail?.from, hasFictionalHost],
    ['site.name', name, isFictionalName],
    ['contact.email', contact.email, hasFictionalHost],
    ['contact.socialUrl', contact.socialUrl, hasFictionalHost],
    ['contact.phone', contact.phone, isRoundNumber],
    ['contact.whatsapp', contact.whatsapp, isRoundNumber],
    ['payment.bank.name', payment.bank.name, (bank) => /exemple/i.test(bank)],
    ['payment.bank.holder', payment.bank.holder, isFictionalName],
    ['payment.bank.account', payment.bank.account, (number) => /^[0\s]+$/.test(number)],
    ['privacy.controller', privacy.controller, isFictionalName],
  ]
  for (const agency of payment.agencies)
    named.push(['payment.agencies', agency, (text) => /^Agence Transfert (?:Un|Deux)$/.test(text)])
  return named.flatMap(([what, value, isFictional]) =>
    value !== undefined && isFictional(value) ? [`${what} : ${value}`] : [],
  )
}

function isFictionalName(value: string): boolean {
  return value === FICTIONAL_NAME
}

function hasFictionalHost(value: string): boolean {
  const host = URL.canParse(value) ? new URL(value).hostname : value.slice(value.lastIndexOf('@') + 1)
  return FICTIONAL_HOST.test(host)
}

/** A number with eight zeros at the end, as in +212 600 00 00 00, is not in use. */
function isRoundNumber(value: string): boolean {
  return /0{8}$/.test(value.replace(/\D/g, ''))
}

/** Reads the commit that is checked out, and whether files differ from it; 'inconnue' outside a repository. */
export function checkedOut(root: string): { commit: string; isChanged: boolean } {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return { commit: git('rev-parse', '--short', 'HEAD'), isChanged: git('status', '--porcelain') !== '' }
  } catch {
    return { commit: 'inconnue', isChanged: false }
  }
}

export function checkoutFindings(stage: StageName, root: string, keys: SigningKeysFile): Finding[] {
  return [
    stage === 'prod' &&
      checkedOut(root).isChanged &&
      warning('Des modifications ne sont pas enregistrées dans git : on ne pourra pas y revenir.'),
    signingKeysEntry(keys, stage).next !== undefined &&
      warning(`Une rotation de clés n'est pas finie : npm run rotate-signing-key -- --stage ${stage}`),
  ].filter((finding) => finding !== false)
}
