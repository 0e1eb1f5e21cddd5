import { randomBytes } from 'node:crypto'
import {
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  InvalidParameterException,
  paginateListUsers,
  UsernameExistsException,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider'
import { normalizeEmail } from '#shared/entities/fields.ts'
import { paced } from './pace.ts'

/** An account of the new site's pool. */
export type PoolAccount = {
  sub: string
  enabled: boolean
  /** Made by an operator, its password never set: nobody can have been in, and no code can be asked for. */
  isUnused: boolean
}

/** How the creation of an account ended: somebody else may have taken the address, or Cognito takes no such address. */
export type Creation = { outcome: 'made'; sub: string } | { outcome: 'taken' } | { outcome: 'refused' }

/**
 * Changes that begin in a second, by kind. Cognito's own quotas, of the whole AWS account: 50 creations a second, 30 of
 * passwords, 25 of other changes, 30 pages of a list. Half of the smallest is left to those who use the site meanwhile.
 */
const CALLS_PER_SECOND = 12

/** A client that goes on when Cognito is throttled: pauses grow, with jitter, and all calls together slow down. */
export function migrationClient(region: string): CognitoIdentityProviderClient {
  return new CognitoIdentityProviderClient({ region, maxAttempts: 8, retryMode: 'adaptive' })
}

/** A user pool as the migration fills it. Every call may be repeated. */
export function migrationPool(
  { cognito, userPoolId }: { cognito: CognitoIdentityProviderClient; userPoolId: string },
  callsPerSecond = CALLS_PER_SECOND,
) {
  const pace = {
    creation: paced(callsPerSecond),
    password: paced(callsPerSecond),
    change: paced(callsPerSecond),
  }
  const listPace = paced(callsPerSecond)

  /** Every account by its address. Reads 60 a call. */
  async function listAccounts(): Promise<Map<string, PoolAccount>> {
    const accounts = new Map<string, PoolAccount>()
    for await (const { Users = [] } of paginateListUsers(
      { client: cognito },
      { UserPoolId: userPoolId, Limit: 60 },
    )) {
      for (const [email, account] of Users.flatMap(accountOf)) accounts.set(email, account)
      await listPace()
    }
    return accounts
  }

  /** Makes an account that nobody can enter yet, and sends nothing. */
  async function create(email: string): Promise<Creation> {
    await pace.creation()
    const command = new AdminCreateUserCommand({
      UserPoolId: userPoolId,
      Username: email,
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: email },
        // Without it no code would be sent.
        { Name: 'email_verified', Value: 'true' },
      ],
    })
    try {
      const { User } = await cognito.send(command)
      const sub = User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value
      if (!sub) throw new Error('Cognito answered an account without a sub')
      return { outcome: 'made', sub }
    } catch (error) {
      if (error instanceof UsernameExistsException) return { outcome: 'taken' }
      // Its idea of an address is narrower than ours; one odd row must not stop all others.
      if (error instanceof InvalidParameterException) return { outcome: 'refused' }
      throw error
    }
  }

  /** Sets a password that nobody knows or can guess: from then on the way in is a code by e-mail. */
  async function setUnknownPassword(sub: string): Promise<void> {
    await pace.password()
    const Password = randomBytes(32).toString('base64url')
    await cognito.send(
      new AdminSetUserPasswordCommand({ UserPoolId: userPoolId, Username: sub, Password, Permanent: true }),
    )
  }

  /**
   * Takes an account from whoever signed up for it: another password, no sign-in that could be renewed, and no second
   * factor, which would keep out whoever the address belongs to.
   */
  async function takeOver(sub: string): Promise<void> {
    await setUnknownPassword(sub)
    await pace.change()
    await cognito.send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: sub }))
    await pace.change()
    await cognito.send(
      new AdminSetUserMFAPreferenceCommand({
        UserPoolId: userPoolId,
        Username: sub,
        SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
      }),
    )
  }

  /** Keeps an account from signing in. */
  async function disable(sub: string): Promise<void> {
    await pace.change()
    await cognito.send(new AdminDisableUserCommand({ UserPoolId: userPoolId, Username: sub }))
  }

  return { listAccounts, create, setUnknownPassword, takeOver, disable }
}

export type MigrationPool = ReturnType<typeof migrationPool>

function accountOf({ Attributes = [], Enabled = true, UserStatus }: UserType): [string, PoolAccount][] {
  const valueOf = (name: string) => Attributes.find(({ Name }) => Name === name)?.Value
  const [sub, email] = [valueOf('sub'), valueOf('email')]
  if (!sub || !email) return []
  return [
    [normalizeEmail(email), { sub, enabled: Enabled, isUnused: UserStatus === 'FORCE_CHANGE_PASSWORD' }],
  ]
}
