/**
 * Makes the probe's account, or puts it right: the Cognito user with the stage's password, and a profile with Premium
 * without an end, with an audit entry CREATE_USER by SYSTEM.
 *
 *   npm run create-probe -- --stage prod
 *
 * The password is the one that the deployment made (secret `revision/<stage>/probe-password`); in local mode, which has no
 * such secret, it is PROBE_PASSWORD. Every step may be repeated. Exit codes: 0 done, 1 failed, 2 bad arguments.
 *
 * An account at its address that has no Premium without an end was made by somebody else, or changed: it is replaced, so
 * that no password and no token of it is of use.
 */
import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { auditEntry, SYSTEM } from '#functions/data/audit-entry.ts'
import { type BlockedEmails, createBlockedEmails } from '#functions/data/blocked.ts'
import { createUsers, type Users } from '#functions/data/users.ts'
import { secretReader } from '#functions/secrets/secret-reader.ts'
import { stageNames } from '#infra/names.ts'
import { loadStage, STAGE_NAMES, type StageName } from '#infra/stages.ts'
import { newProfile, type User } from '#shared/entities/user.ts'
import { useRunningLocalCloud } from './local/running-cloud.ts'
import { BadArguments, defineCommand, runCommand, stageNamed } from './operations/command-line.ts'
import { ensureAccount, findAccount, findUserPool, type UserPool } from './operations/pool-accounts.ts'
import { openStageTable } from './operations/stage-table.ts'

const USAGE = `Usage : npm run create-probe -- --stage <${STAGE_NAMES.join('|')}>

Crée le compte de la sonde, qui ouvre un document toutes les 15 minutes, ou le remet en état.
  --stage <nom>  l'installation ; infra/stages.ts doit lui donner une sonde (probe)
  --help         affiche cette aide

Variables d'environnement
  PROBE_PASSWORD  son mot de passe en mode local ; ailleurs, c'est celui que le déploiement a créé`

type Store = {
  users: Pick<Users, 'find' | 'createByOperator' | 'removeProfile'>
  blocked: Pick<BlockedEmails, 'find'>
}

/**
 * The probe's account as it has to be.
 * @param account its normalised address and its password
 * @returns whether it was made anew; else only its password was set
 * @throws Error when its address is blocked: it could not sign in
 */
export async function createProbe(
  pool: UserPool,
  { users, blocked }: Store,
  account: { email: string; password: string },
  now: Date,
): Promise<boolean> {
  const { email } = account
  if (await blocked.find(email))
    throw new Error(
      `${email} est bloquée. Débloquez d'abord l'adresse (administration, 'Utilisateurs Bloqués' > 'Débloquer'), puis relancez la commande.`,
    )
  const found = await findAccount(pool, email)
  const before = found && (await users.find(found.sub))
  if (before && isAsMade(before)) {
    await ensureAccount(pool, account)
    return false
  }
  if (before) await users.removeProfile(before)
  if (found)
    await pool.cognito.send(new AdminDeleteUserCommand({ UserPoolId: pool.userPoolId, Username: email }))
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

/** Only this command and owners give Premium. */
function isAsMade({ isPremium, premiumUntil }: User): boolean {
  return isPremium && premiumUntil === null
}

async function run(name: StageName): Promise<void> {
  const stage = loadStage(name)
  if (!stage.probe && name !== 'local')
    throw new Error(
      `L'installation ${name} n'a pas de sonde. Mettez probe à true dans infra/stages.ts et déployez.`,
    )
  const names = stageNames(name)
  const localPoolId = name === 'local' ? await useRunningLocalCloud() : null
  const cognito = new CognitoIdentityProviderClient({ region: stage.region })
  const table = await openStageTable(name)
  try {
    const pool = { cognito, userPoolId: localPoolId ?? (await findUserPool(cognito, names.userPool)) }
    const password = name === 'local' ? localPassword() : await deployedPassword(names.secrets.probePassword)
    const store = { users: createUsers(table), blocked: createBlockedEmails(table) }
    const isNew = await createProbe(pool, store, { email: names.probeEmail, password }, new Date())
    console.log(
      isNew
        ? `Compte de la sonde prêt : ${names.probeEmail}`
        : `Le compte ${names.probeEmail} est en ordre ; son mot de passe vient d'être remis.`,
    )
  } finally {
    table.client.destroy()
    cognito.destroy()
  }
}

function localPassword(): string {
  const { PROBE_PASSWORD = '' } = process.env
  if (PROBE_PASSWORD === '')
    throw new BadArguments('En mode local, PROBE_PASSWORD doit donner le mot de passe.')
  return PROBE_PASSWORD
}

async function deployedPassword(secretId: string): Promise<string> {
  try {
    return await secretReader(secretId)()
  } catch (cause) {
    throw new Error(
      `Le secret ${secretId} ne se lit pas : l'installation est-elle déployée avec sa sonde ?`,
      {
        cause,
      },
    )
  }
}

export const command = defineCommand({
  usage: USAGE,
  options: { stage: { type: 'string' } },
  run: ({ stage }) => run(stageNamed(stage)),
})

if (import.meta.main) process.exitCode = await runCommand(command)
