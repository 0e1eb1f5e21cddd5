import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  type AttributeType,
  type CognitoIdentityProviderClient,
  paginateListUserPools,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'

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

/** Sends an account that was never used another temporary password, good for as long again. */
export async function inviteAgain({ cognito, userPoolId }: UserPool, email: string): Promise<void> {
  await cognito.send(
    new AdminCreateUserCommand({
      UserPoolId: userPoolId,
      Username: email,
      DesiredDeliveryMediums: ['EMAIL'],
      MessageAction: 'RESEND',
    }),
  )
}

export type FoundAccount = {
  sub: string
  /** Invited by an operator, its temporary password never used: nobody holds tokens of it. */
  isUnused: boolean
}

/** The account at a normalised address. */
export async function findAccount(
  { cognito, userPoolId }: UserPool,
  email: string,
): Promise<FoundAccount | null> {
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
export async function findUserPool(cognito: CognitoIdentityProviderClient, name: string): Promise<string> {
  for await (const { UserPools = [] } of paginateListUserPools({ client: cognito }, { MaxResults: 60 })) {
    const found = UserPools.find((pool) => pool.Name === name)
    if (found?.Id) return found.Id
  }
  throw new Error(
    `Aucun groupe d'utilisateurs '${name}' : ce stage est-il déployé dans ce compte et cette région ?`,
  )
}
