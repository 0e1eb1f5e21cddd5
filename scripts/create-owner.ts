/**
 * Creates an owner's account: the Cognito user and the admin profile, with an audit entry CREATE_OWNER by SYSTEM.
 *
 *   npm run create-owner -- --stage prod --email proprietaire@example.org
 *
 * Cognito invites the owner by e-mail with a temporary password. With OWNER_PASSWORD in the environment that password is
 * set at once and nothing is sent. Every step may be repeated: a run that broke off is finished by the next one.
 *
 * An account that stands at the address already is not promoted but replaced: sign-up asks for no proof of an address
 * (decision D5), so anybody may have chosen its password and hold tokens of it.
 */
import { parseArgs } from 'node:util'
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  paginateListUserPools,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'
import { auditEntry, SYSTEM } from '#functions/data/audit-entry.ts'
import { openTable } from '#functions/data/client.ts'
import { type Users, usersOf } from '#functions/data/users.ts'
import { namesOf } from '#infra/names.ts'
import { loadStage, type Stage } from '#infra/stages.ts'
import { newProfile, normalizeEmail, type User } from '#shared/domain/user.ts'
import { useRunningLocalCloud } from './local/running-cloud.ts'

/** A user pool as an operator changes it. */
export type UserPool = { cognito: CognitoIdentityProviderClient; userPoolId: string }

export type NewAccount = {
  /** Normalised. */
  email: string
  /** Set for good; null: Cognito makes a temporary one and sends it by e-mail. */
  password: string | null
}

/** Creates an account unless it is there, and sets its password when one is given. @returns its `sub` */
export async function ensureAccount({ cognito, userPoolId }: UserPool, account: NewAccount): Promise<string> {
  const { email, password } = account
  const sub = await createAccount({ cognito, userPoolId }, account)
  if (password !== null) {
    await cognito.send(
      new AdminSetUserPasswordCommand({
        UserPoolId: userPoolId,
        Username: email,
        Password: password,
        Permanent: true,
      }),
    )
  }
  return sub
}

/**
 * Creates an owner, or finishes a creation that broke off. An account of unknown making at this address is removed
 * before, with its profile: the new one has another `sub`, so that no password and no token of the old one is of use.
 * @returns whether anything was left to do
 * @throws Error when the address is not in the stage's owner list
 */
export async function createOwner(
  pool: UserPool,
  users: Pick<Users, 'find' | 'createByOperator' | 'removeProfile'>,
  owners: readonly string[],
  account: NewAccount,
  now: Date,
): Promise<boolean> {
  const { email } = account
  if (!owners.includes(email)) {
    throw new Error(
      `${email} n'est pas dans la liste des propriétaires de ce stage (infra/stages.ts) : ${owners.join(', ')}`,
    )
  }
  const earlier = await findAccount(pool, email)
  const profile = earlier && (await users.find(earlier.sub))
  if (profile?.isAdmin) {
    await ensureAccount(pool, account)
    return false
  }
  if (earlier && (profile || !earlier.isUnused)) {
    if (profile) await users.removeProfile(profile)
    await pool.cognito.send(new AdminDeleteUserCommand({ UserPoolId: pool.userPoolId, Username: email }))
  }
  const id = await ensureAccount(pool, account)
  const owner: User = { ...newProfile(id, email, now), isAdmin: true }
  const entry = auditEntry(SYSTEM, now, {
    action: 'CREATE_OWNER',
    target: email,
    before: profile && { isAdmin: false },
    after: { isAdmin: true },
  })
  return users.createByOperator(owner, entry)
}

async function createAccount(
  { cognito, userPoolId }: UserPool,
  { email, password }: NewAccount,
): Promise<string> {
  try {
    const { User: created } = await cognito.send(
      new AdminCreateUserCommand({
        UserPoolId: userPoolId,
        Username: email,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
        ],
        ...(password === null ? { DesiredDeliveryMediums: ['EMAIL'] } : { MessageAction: 'SUPPRESS' }),
      }),
    )
    return subOf(created?.Attributes)
  } catch (error) {
    const found =
      error instanceof UsernameExistsException && (await findAccount({ cognito, userPoolId }, email))
    if (!found) throw error
    return found.sub
  }
}

type FoundAccount = {
  sub: string
  /** Invited by an operator, its temporary password never used: nobody holds tokens of it. */
  isUnused: boolean
}

async function findAccount({ cognito, userPoolId }: UserPool, email: string): Promise<FoundAccount | null> {
  try {
    const { UserAttributes, UserStatus } = await cognito.send(
      new AdminGetUserCommand({ UserPoolId: userPoolId, Username: email }),
    )
    return { sub: subOf(UserAttributes), isUnused: UserStatus === 'FORCE_CHANGE_PASSWORD' }
  } catch (error) {
    if (error instanceof UserNotFoundException) return null
    throw error
  }
}

function subOf(attributes: AttributeType[] | undefined): string {
  const sub = attributes?.find(({ Name }) => Name === 'sub')?.Value
  if (!sub) throw new Error('Cognito answered an account without a sub')
  return sub
}

/** The stage's pool, by its fixed name. @throws Error when it is not deployed */
async function findUserPool(cognito: CognitoIdentityProviderClient, name: string): Promise<string> {
  for await (const { UserPools = [] } of paginateListUserPools({ client: cognito }, { MaxResults: 60 })) {
    const found = UserPools.find((pool) => pool.Name === name)
    if (found?.Id) return found.Id
  }
  throw new Error(
    `Aucun groupe d'utilisateurs '${name}' : ce stage est-il déployé dans ce compte et cette région ?`,
  )
}

const NEXT_STEP = `L'administration lui reste fermée jusqu'à ce qu'il active la validation en deux étapes :
  1. se connecter au site avec cette adresse ;
  2. ouvrir Mon compte (/compte), puis 'Validation en deux étapes' > 'Activer' ;
  3. se reconnecter avec un code de l'application d'authentification.`

async function run(stage: Stage, email: string): Promise<void> {
  const localPoolId = stage.name === 'local' ? await useRunningLocalCloud() : null
  const cognito = new CognitoIdentityProviderClient({ region: stage.region })
  process.env.AWS_REGION ??= stage.region
  const names = namesOf(stage.name)
  const userPoolId = localPoolId ?? (await findUserPool(cognito, names.userPool))
  const password = process.env.OWNER_PASSWORD ?? null
  const users = usersOf(openTable(names.table))
  const wasCreated = await createOwner(
    { cognito, userPoolId },
    users,
    stage.owners,
    { email, password },
    new Date(),
  )
  console.log(wasCreated ? `Compte propriétaire prêt : ${email}` : `${email} est déjà propriétaire.`)
  if (wasCreated && password === null) console.log('Un mot de passe provisoire lui est envoyé par e-mail.')
  if (wasCreated && stage.ownersNeedSecondFactor) console.log(NEXT_STEP)
}

if (import.meta.main) {
  try {
    const { values } = parseArgs({ options: { stage: { type: 'string' }, email: { type: 'string' } } })
    if (!values.stage || !values.email)
      throw new Error('Usage : npm run create-owner -- --stage <local|dev|staging|prod> --email <adresse>')
    await run(loadStage(values.stage), normalizeEmail(values.email))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
