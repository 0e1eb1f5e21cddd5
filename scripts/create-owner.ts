/**
 * Creates an owner's account: the Cognito user and the admin profile, with an audit entry CREATE_OWNER by SYSTEM.
 *
 *   npm run create-owner -- --stage prod --email proprietaire@example.org
 *
 * Cognito invites the owner by e-mail with a temporary password. With OWNER_PASSWORD in the environment that password is
 * set at once and nothing is sent. Every step may be repeated: a run that broke off is finished by the next one, and an
 * invitation that was never used is sent again. Exit codes: 0 done, 1 failed, 2 bad arguments.
 *
 * An account that stands at the address already is not promoted but replaced: sign-up asks for no proof of an address
 * (decision D5), so anybody may have chosen its password and hold tokens of it.
 */
import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { auditEntry, SYSTEM } from '#functions/data/audit-entry.ts'
import { type BlockedEmails, createBlockedEmails } from '#functions/data/blocked.ts'
import { createUsers, type Users } from '#functions/data/users.ts'
import { stageNames } from '#infra/names.ts'
import { loadStage, STAGE_NAMES, type StageName } from '#infra/stages.ts'
import { normalizeEmail } from '#shared/entities/fields.ts'
import { newProfile, type User } from '#shared/entities/user.ts'
import { useRunningLocalCloud } from './local/running-cloud.ts'
import { BadArguments, defineCommand, runCommand, stageNamed } from './operations/command-line.ts'
import {
  ensureAccount,
  type FoundAccount,
  findAccount,
  findUserPool,
  inviteAgain,
  type NewAccount,
  type UserPool,
} from './operations/pool-accounts.ts'
import { openStageTable } from './operations/stage-table.ts'

const USAGE = `Usage : npm run create-owner -- --stage <${STAGE_NAMES.join('|')}> --email <adresse> [--dry-run]

Crée le compte d'un propriétaire, que infra/stages.ts doit nommer, et l'invite par e-mail.
  --stage <nom>      l'installation
  --email <adresse>  son adresse ; un compte que quelqu'un d'autre y a ouvert est remplacé
  --dry-run          dit ce qui serait fait et ne change rien
  --help             affiche cette aide

Variables d'environnement
  OWNER_PASSWORD     son mot de passe, fixé tout de suite : rien n'est alors envoyé`

type Store = {
  users: Pick<Users, 'find' | 'createByOperator' | 'removeProfile'>
  blocked: Pick<BlockedEmails, 'find'>
}

/** What is to be done at an address, by what stands there. */
type Plan =
  | { kind: 'create' }
  /** An account that was invited and has no profile yet. */
  | { kind: 'finish' }
  /** An account of unknown making, and its profile if it has one. */
  | { kind: 'replace'; profile: User | null }
  /** An owner's already. */
  | { kind: 'keep'; account: FoundAccount }

/**
 * @throws Error when the address is not in the stage's owner list or is blocked: its owner could not sign in
 */
export async function planOwner(
  pool: UserPool,
  { users, blocked }: Store,
  owners: readonly string[],
  email: string,
): Promise<Plan> {
  if (!owners.includes(email))
    throw new Error(
      `${email} n'est pas dans la liste des propriétaires de ce stage (infra/stages.ts) : ${owners.join(', ')}`,
    )
  if (await blocked.find(email)) throw new Error(`${email} ${IS_BLOCKED}`)
  const account = await findAccount(pool, email)
  if (!account) return { kind: 'create' }
  const profile = await users.find(account.sub)
  if (profile?.isAdmin) return { kind: 'keep', account }
  return profile || !account.isUnused ? { kind: 'replace', profile } : { kind: 'finish' }
}

const IS_BLOCKED = `est bloquée : ce propriétaire ne pourrait pas se connecter.
Débloquez d'abord l'adresse (administration, 'Utilisateurs Bloqués' > 'Débloquer'), puis relancez la commande.`

export type Outcome = 'created' | 'invited again' | 'unchanged'

/**
 * Creates an owner, or finishes a creation that broke off. An account of unknown making at this address is removed
 * before, with its profile: the new one has another `sub`, so that no password and no token of the old one is of use.
 * @throws Error as {@link planOwner} does
 */
export async function createOwner(
  pool: UserPool,
  store: Store,
  owners: readonly string[],
  account: NewAccount,
  now: Date,
): Promise<Outcome> {
  const { email, password } = account
  const plan = await planOwner(pool, store, owners, email)
  if (plan.kind === 'keep') {
    const isForgotten = plan.account.isUnused && password === null
    if (isForgotten) await inviteAgain(pool, email)
    else await ensureAccount(pool, account)
    return isForgotten ? 'invited again' : 'unchanged'
  }
  const profile = plan.kind === 'replace' ? plan.profile : null
  if (profile) await store.users.removeProfile(profile)
  if (plan.kind === 'replace')
    await pool.cognito.send(new AdminDeleteUserCommand({ UserPoolId: pool.userPoolId, Username: email }))
  const id = await ensureAccount(pool, account)
  const owner: User = { ...newProfile(id, email, now), isAdmin: true }
  const entry = auditEntry(SYSTEM, now, {
    action: 'CREATE_OWNER',
    target: email,
    before: profile && { isAdmin: false },
    after: { isAdmin: true },
  })
  return (await store.users.createByOperator(owner, entry)) ? 'created' : 'unchanged'
}

const PLANNED: Record<Plan['kind'], string> = {
  create: 'À faire : créer le compte et son profil.',
  finish: 'À faire : terminer une création interrompue.',
  replace: "À faire : remplacer le compte que quelqu'un a ouvert à cette adresse ; il sera supprimé.",
  keep: 'Rien à créer : ce compte est déjà propriétaire. Une invitation restée sans réponse serait renvoyée.',
}

const INVITED = `Un mot de passe provisoire lui est envoyé par e-mail, valable 7 jours.
Il se connecte avec lui sur le site, qui demande aussitôt d'en choisir un autre. Relancer cette commande en envoie un nouveau.`

const SECOND_FACTOR = `L'administration lui reste fermée jusqu'à ce qu'il active la validation en deux étapes :
  1. se connecter au site avec cette adresse ;
  2. ouvrir Mon compte (/compte), puis 'Validation en deux étapes' > 'Activer' ;
  3. se reconnecter avec un code de l'application d'authentification.`

async function run(name: StageName, email: string, isDryRun: boolean): Promise<void> {
  const stage = loadStage(name)
  const localPoolId = name === 'local' ? await useRunningLocalCloud() : null
  const cognito = new CognitoIdentityProviderClient({ region: stage.region })
  const table = await openStageTable(name)
  try {
    const pool = {
      cognito,
      userPoolId: localPoolId ?? (await findUserPool(cognito, stageNames(name).userPool)),
    }
    const store = { users: createUsers(table), blocked: createBlockedEmails(table) }
    if (isDryRun) {
      const { kind } = await planOwner(pool, store, stage.owners, email)
      return console.log(PLANNED[kind])
    }
    const password = process.env.OWNER_PASSWORD ?? null
    const outcome = await createOwner(pool, store, stage.owners, { email, password }, new Date())
    console.log(
      outcome === 'created' ? `Compte propriétaire prêt : ${email}` : `${email} est déjà propriétaire.`,
    )
    if (outcome !== 'unchanged' && password === null) console.log(INVITED)
    if (outcome === 'created' && stage.ownersNeedSecondFactor) console.log(SECOND_FACTOR)
  } finally {
    table.client.destroy()
    cognito.destroy()
  }
}

export const command = defineCommand({
  usage: USAGE,
  options: { stage: { type: 'string' }, email: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  run: ({ stage, email = '', 'dry-run': isDryRun = false }) => {
    const name = stageNamed(stage)
    if (!email.includes('@')) throw new BadArguments("--email doit être l'adresse du propriétaire.")
    return run(name, normalizeEmail(email), isDryRun)
  },
})

if (import.meta.main) process.exitCode = await runCommand(command)
