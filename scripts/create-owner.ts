import { auditEntry, SYSTEM } from '#functions/data/audit-entry.ts'
import { type BlockedEmails, createBlockedEmails } from '#functions/data/blocked.ts'
import { createUsers, type Users } from '#functions/data/users.ts'
import { loadStage, type StageName } from '#infra/stages.ts'
import { normalizeEmail } from '#shared/entities/fields.ts'
import { newProfile, type User } from '#shared/entities/user.ts'
import {
  BadArguments,
  defineCommand,
  flag,
  requiredText,
  runCommand,
  stageOption,
} from './operations/command-line.ts'
import {
  assertNotBlocked,
  deleteAccount,
  ensureAccount,
  findAccount,
  inviteAgain,
  type NewAccount,
  type PoolAccount,
} from './operations/pool-accounts.ts'
import { openStagePool, openStageTable, type UserPool } from './operations/stage-access.ts'

type Store = {
  users: Pick<Users, 'find' | 'createByOperator' | 'removeProfile'>
  blocked: Pick<BlockedEmails, 'find'>
}

/** What is to be done at an address, by what is stored there. */
type Plan =
  | { kind: 'create' }
  /** An account that was invited and has no profile yet. */
  | { kind: 'finish' }
  /** An account of unknown origin, and its profile if it has one. */
  | { kind: 'replace'; profile: User | null }
  /** Already an owner's account. */
  | { kind: 'keep'; account: PoolAccount }

/** @throws Error when the address is not in the stage's owner list or is blocked: its owner could not sign in */
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
  await assertNotBlocked(blocked, email)
  const account = await findAccount(pool, email)
  if (!account) return { kind: 'create' }
  const profile = await users.find(account.sub)
  if (profile?.isAdmin) return { kind: 'keep', account }
  return profile || !account.isUnused ? { kind: 'replace', profile } : { kind: 'finish' }
}

export type Outcome = 'created' | 'invited again' | 'unchanged'

/**
 * Creates an owner, or finishes an interrupted creation; every step may be repeated. An account of unknown origin at the
 * address is replaced, not promoted, since sign-up asks for no proof of an address: the new one has another `sub`, so that
 * no password or token of the old one is of use.
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
  if (plan.kind === 'replace') await deleteAccount(pool, email)
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
  const { owners, ownersNeedSecondFactor } = loadStage(name)
  const pool = await openStagePool(name)
  const table = await openStageTable(name)
  const store = { users: createUsers(table), blocked: createBlockedEmails(table) }
  if (isDryRun) return console.log(PLANNED[(await planOwner(pool, store, owners, email)).kind])
  const password = process.env.OWNER_PASSWORD ?? null
  const outcome = await createOwner(pool, store, owners, { email, password }, new Date())
  console.log(
    outcome === 'created' ? `Compte propriétaire prêt : ${email}` : `${email} est déjà propriétaire.`,
  )
  if (outcome !== 'unchanged' && password === null) console.log(INVITED)
  if (outcome === 'created' && ownersNeedSecondFactor) console.log(SECOND_FACTOR)
}

export const command = defineCommand({
  name: 'npm run create-owner',
  summary: "Crée le compte d'un propriétaire, que infra/stages.ts doit nommer, et l'invite par e-mail.",
  options: {
    stage: stageOption("l'installation"),
    email: requiredText(
      'adresse',
      "son adresse ; un compte que quelqu'un d'autre y a ouvert est remplacé",
      "--email doit être l'adresse du propriétaire.",
    ),
    'dry-run': flag('dit ce qui serait fait et ne change rien'),
  },
  notes: `Variables d'environnement
  OWNER_PASSWORD     son mot de passe, fixé tout de suite : rien n'est alors envoyé`,
  run: async ({ stage, email, 'dry-run': isDryRun }) => {
    if (!email.includes('@')) throw new BadArguments("--email doit être l'adresse du propriétaire.")
    await run(stage, normalizeEmail(email), isDryRun)
  },
})

if (import.meta.main) process.exitCode = await runCommand(command)
