import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  InvalidParameterException,
  LimitExceededException,
  ListUsersCommand,
  TooManyRequestsException,
  UserNotFoundException,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider'
import * as v from 'valibot'
import { Email, UserId } from '#shared/entities/fields.ts'
import { clientSettings, isServiceDown, unavailable } from './sdk.ts'

export type Account = { id: string; email: string; createdAt: Date }

/** Cognito lists at most 60 users a call. */
const PAGE_SIZE = 60

export class UnknownPageToken extends Error {}

export function createUserPool(userPoolId: string) {
  // Two attempts a call, since a request may make several calls.
  const client = new CognitoIdentityProviderClient(clientSettings(2))

  /** A page may be empty and still have a next one. @throws UnknownPageToken; DomainError TEMPORARILY_UNAVAILABLE */
  async function listAccounts(
    pageToken: string | undefined,
  ): Promise<{ accounts: Account[]; nextPageToken: string | null }> {
    const command = new ListUsersCommand({
      UserPoolId: userPoolId,
      Limit: PAGE_SIZE,
      AttributesToGet: ['sub', 'email'],
      ...(pageToken !== undefined && { PaginationToken: pageToken }),
    })
    try {
      const { Users = [], PaginationToken } = await attempt(() => client.send(command))
      return { accounts: Users.flatMap(accountsOf), nextPageToken: PaginationToken ?? null }
    } catch (error) {
      if (pageToken === undefined || !(error instanceof InvalidParameterException)) throw error
      throw new UnknownPageToken('Cognito does not know the page token', { cause: error })
    }
  }

  async function removeAccount(id: string): Promise<void> {
    await unlessGone(() => client.send(new AdminDeleteUserCommand(accountOf(id))))
  }

  /** Keeps an account from signing in and revokes its tokens, so that none is renewed. */
  async function disableAccount(id: string): Promise<void> {
    await unlessGone(() => client.send(new AdminDisableUserCommand(accountOf(id))))
    await unlessGone(() => client.send(new AdminUserGlobalSignOutCommand(accountOf(id))))
  }

  async function enableAccount(id: string): Promise<void> {
    await unlessGone(() => client.send(new AdminEnableUserCommand(accountOf(id))))
  }

  async function hasSecondFactor(id: string): Promise<boolean> {
    const user = await unlessGone(() => client.send(new AdminGetUserCommand(accountOf(id))))
    return user?.UserMFASettingList?.includes('SOFTWARE_TOKEN_MFA') ?? false
  }

  async function removeSecondFactor(id: string): Promise<void> {
    // The pool has codes of authenticator apps only.
    const off = { SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false } }
    await unlessGone(() => client.send(new AdminSetUserMFAPreferenceCommand({ ...accountOf(id), ...off })))
  }

  const accountOf = (id: string) => ({ UserPoolId: userPoolId, Username: id })

  return {
    listAccounts,
    removeAccount,
    disableAccount,
    enableAccount,
    hasSecondFactor,
    removeSecondFactor,
  }
}

export type UserPool = ReturnType<typeof createUserPool>

/** Leaves out an account that cannot sign in: a disabled one, or one without a valid address. */
function accountsOf({ Enabled, Attributes = [], UserCreateDate }: UserType): Account[] {
  const valueOf = (name: string) => Attributes.find(({ Name }) => Name === name)?.Value
  const id = valueOf('sub')
  const email = v.safeParse(Email, valueOf('email'))
  if (!Enabled || !v.is(UserId, id) || !email.success || !UserCreateDate) return []
  return [{ id, email: email.output, createdAt: UserCreateDate }]
}

async function unlessGone<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await attempt(call)
  } catch (error) {
    if (error instanceof UserNotFoundException) return null
    throw error
  }
}

async function attempt<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const isThrottled = error instanceof TooManyRequestsException || error instanceof LimitExceededException
    throw isThrottled || isServiceDown(error) ? unavailable(error) : error
  }
}
