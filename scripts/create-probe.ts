import { createSecretReader } from '#functions/aws/secrets.ts'
import { auditEntry, SYSTEM } from '#functions/data/audit-entry.ts'
import { type BlockedEmails, createBlockedEmails } from '#functions/data/blocked.ts'
import { createUsers, type Users } from '#functions/data/users.ts'
import { stageNames } from '#infra/names.ts'
import { loadStage, type StageName } from '#infra/stages.ts'
import { newProfile } from '#shared/entities/user.ts'
import { BadArguments, defineCommand, runCommand, stageOption } from './operations/command-line.ts'
import { assertNotBlocked, deleteAccount, ensureAccount, findAccount } from './operations/pool-accounts.ts'
import { openStagePool, openStageTable, type UserPool } from './operations/stage-access.ts'

type Store = {
  users: Pick<Users, 'find' | 'createByOperator' | 'removeProfile'>
  blocked: Pick<BlockedEmails, 'find'>
}

/**
 * Creates the probe's account with Premium that does not end, or sets its password again; every step may be repeated. An
 * account at its address without such Premium was made or changed by another person: it is replaced, so that no password
 * or token of it is of use.
 * @param account its normalised address and its password
 * @returns whether it was created
 * @throws Error when its address is blocked: it could not sign in
 */
export async function createProbe(
  pool: UserPool,
  { users, blocked }: Store,
  account: { email: string; password: string },
  now: Date,
): Promise<boolean> {
  const { email } = account
  await assertNotBlocked(blocked, email)
  const found = await findAccount(pool, email)
  const before = found && (await users.find(found.sub))
  // Only this command and owners give Premium.
  if (before?.isPremium && before.premiumUntil === null) {
    await ensureAccount(pool, account)
    return false
  }
  if (before) await users.removeProfile(before)
  if (found) await deleteAccount(pool, email)
  const id = await ensureAccount(pool, account)
  const premium = { isPremium: true, premiumUntil: null }
  const entry = auditEntry(SYSTEM, now, {
    action: 'CREATE_USER',
    target: email,
    before: before && { isPremium: before.isPremium, premiumUntil: before.premiumUntil },
    after: premium,
  })
  return users.createByOperator({ ...newProfile(id, email, now), ...premium }, entry)
}

async function run(name: StageName): Promise<void> {
  if (!loadStage(name).probe && name !== 'local')
    throw new Error(
      `L'installation ${name} n'a pas de sonde. Mettez probe à true dans infra/stages.ts et déployez.`,
    )
  const { probeEmail: email, secrets } = stageNames(name)
  const pool = await openStagePool(name)
  const table = await openStageTable(name)
  const password = name === 'local' ? localPassword() : await deployedPassword(secrets.probePassword)
  const store = { users: createUsers(table), blocked: createBlockedEmails(table) }
  const isNew = await createProbe(pool, store, { email, password }, new Date())
  console.log(
    isNew
      ? `Compte de la sonde prêt : ${email}`
      : `Le compte ${email} est en ordre ; son mot de passe vient d'être remis.`,
  )
}

function localPassword(): string {
  const { PROBE_PASSWORD = '' } = process.env
  if (PROBE_PASSWORD === '')
    throw new BadArguments('En mode local, PROBE_PASSWORD doit donner le mot de passe.')
  return PROBE_PASSWORD
}

/** The password that the deployment generated. */
async function deployedPassword(secretId: string): Promise<string> {
  try {
    return await createSecretReader(secretId)()
  } catch (cause) {
    const message = `Le secret ${secretId} ne se lit pas : l'installation est-elle déployée avec sa sonde ?`
    throw new Error(message, { cause })
  }
}

export const command = defineCommand({
  name: 'npm run create-probe',
  summary: 'Crée le compte de la sonde, qui ouvre un document toutes les 15 minutes, ou le remet en état.',
  options: { stage: stageOption("l'installation ; infra/stages.ts doit lui donner une sonde (probe)") },
  notes: `Variables d'environnement
  PROBE_PASSWORD  son mot de passe en mode local ; ailleurs, c'est celui que le déploiement a créé`,
  run: ({ stage }) => run(stage),
})

if (import.meta.main) process.exitCode = await runCommand(command)
