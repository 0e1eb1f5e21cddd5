import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { type Account, CognitoError, hashPassword, invalidParameter } from './accounts.ts'
import { adminResetUserPassword } from './passwords.ts'
import {
  assertPasswordLength,
  attributesOf,
  type Body,
  callTrigger,
  type Operation,
  type Pool,
  readAttributes,
  requireAccount,
  revokeAll,
  text,
} from './pool.ts'
import { adminInitiateAuth, setPassword, setPreference } from './sign-in.ts'

export const operatorOperations: Record<string, Operation> = {
  AdminCreateUser: adminCreateUser,
  AdminInitiateAuth: adminInitiateAuth,
  AdminResetUserPassword: adminResetUserPassword,
  ListUsers: listUsers,

  AdminGetUser(pool, body) {
    const { Attributes, ...user } = describeAccount(requireAccount(pool, body))
    return { ...user, UserAttributes: Attributes }
  },

  AdminDeleteUser(pool, body) {
    pool.accounts.delete(requireAccount(pool, body).id)
  },

  AdminDisableUser(pool, body) {
    revokeAll(pool, { ...requireAccount(pool, body), isEnabled: false })
  },

  AdminEnableUser(pool, body) {
    pool.accounts.save({ ...requireAccount(pool, body), isEnabled: true })
  },

  AdminUserGlobalSignOut(pool, body) {
    revokeAll(pool, requireAccount(pool, body))
  },

  AdminSetUserPassword(pool, body) {
    assertPasswordLength(pool, body.Password)
    const status = body.Permanent === true ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD'
    setPassword(pool, requireAccount(pool, body), text(body.Password), status)
  },

  AdminSetUserMFAPreference: (pool, body) =>
    setPreference(pool, requireAccount(pool, body), body.SoftwareTokenMfaSettings),

  DescribeUserPoolClient({ clients }, { ClientId }) {
    const ClientSecret = clients.get(text(ClientId))
    if (ClientSecret === undefined)
      throw new CognitoError('ResourceNotFoundException', 'User pool client does not exist.')
    return { UserPoolClient: { ClientId, ClientSecret } }
  },
}

/** The password is mailed unless the operator says otherwise; RESEND mails another. */
async function adminCreateUser(pool: Pool, body: Body): Promise<Body> {
  if (body.TemporaryPassword !== undefined) assertPasswordLength(pool, body.TemporaryPassword)
  const password = text(body.TemporaryPassword) || randomBytes(6).toString('base64url')
  const isRepeated = body.MessageAction === 'RESEND'
  const known = isRepeated ? requireAccount(pool, body) : pool.accounts.find(text(body.Username))
  if (known && !isRepeated) throw new CognitoError('UsernameExistsException', 'User account already exists')
  if (known && known.status !== 'FORCE_CHANGE_PASSWORD')
    throw new CognitoError(
      'UnsupportedUserStateException',
      "Resend not possible. User's status is not correct.",
    )
  const account = known
    ? setPassword(pool, known, password, 'FORCE_CHANGE_PASSWORD')
    : await addInvited(pool, body, password)
  if (body.MessageAction !== 'SUPPRESS')
    pool.outbox.add({ to: account.email, kind: 'invitation', code: password })
  return { User: describeAccount(account) }
}

async function addInvited(pool: Pool, body: Body, password: string): Promise<Account> {
  const { email = text(body.Username).toLowerCase(), email_verified } = readAttributes(body)
  await callTrigger(pool, 'PreSignUp_AdminCreateUser', email, { userAttributes: { email } })
  return pool.accounts.add({
    email,
    isEmailVerified: email_verified === 'true',
    status: 'FORCE_CHANGE_PASSWORD',
    password: hashPassword(password),
  })
}

const LARGEST_PAGE = 60

const ListRequest = v.object({
  Limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LARGEST_PAGE)), LARGEST_PAGE),
  PaginationToken: v.optional(v.string(), ''),
  AttributesToGet: v.optional(v.array(v.string())),
})

/** The token names the last account shown, so that a deletion between two pages hides no other. */
function listUsers({ accounts }: Pool, body: Body): Body {
  const { Limit, PaginationToken, AttributesToGet } = v.parse(ListRequest, body)
  const after = Buffer.from(PaginationToken, 'base64').toString()
  if (Buffer.from(after).toString('base64') !== PaginationToken)
    throw invalidParameter('Invalid pagination token')
  const rest = accounts.list().filter(({ id }) => id > after)
  const page = rest.slice(0, Limit || LARGEST_PAGE)
  const last = page.at(-1)
  return {
    Users: page.map((account) => {
      const user = describeAccount(account)
      const isAsked = ({ Name }: { Name: string }) => AttributesToGet?.includes(Name) ?? true
      return { ...user, Attributes: user.Attributes.filter(isAsked) }
    }),
    ...(last && page.length < rest.length && { PaginationToken: Buffer.from(last.id).toString('base64') }),
  }
}

function describeAccount(account: Account) {
  return {
    Username: account.id,
    Enabled: account.isEnabled,
    UserStatus: account.status,
    UserCreateDate: Date.parse(account.createdAt) / 1000,
    UserLastModifiedDate: Date.parse(account.passwordSetAt) / 1000,
    Attributes: Object.entries(attributesOf(account)).map(([Name, Value]) => ({ Name, Value })),
    ...(account.hasSecondFactor && { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] }),
  }
}
