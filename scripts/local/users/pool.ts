import * as v from 'valibot'
import { normalizeEmail } from '#shared/entities/fields.ts'
import type { Invoke } from '../runtime/functions.ts'
import {
  type Account,
  Accounts,
  CognitoError,
  invalidParameter,
  userDisabled,
  userNotFound,
} from './accounts.ts'
import type { PoolSettings } from './pool-settings.ts'
import { Tokens } from './tokens.ts'

export type Body = Record<string, unknown>

/** Returns the answer; nothing for an empty one. */
export type Operation = (pool: Pool, body: Body) => unknown

export type Pool = {
  settings: PoolSettings
  accounts: Accounts
  tokens: Tokens
  outbox: Outbox
  invoke: Invoke
  /** Secrets of the clients that operators use, by client id. */
  clients: Map<string, string>
  signInAttempts: Attempts
  codeAttempts: Attempts
  /** Open challenges by session. `until`: epoch milliseconds. */
  challenges: Map<string, { id: string; name: string; until: number }>
  /** Used codes of the authenticator app by `sub`, since each is valid once. */
  usedCodes: Map<string, string[]>
  /** Codes that replace a password, by `sub`. `sentAt`: epoch milliseconds. */
  resetCodes: Map<string, { code: string; sentAt: number }>
}

type PoolOptions = Pick<Pool, 'settings' | 'outbox' | 'invoke'> & {
  /** Stores the accounts. @default in memory */
  file?: string
  /** PEM */
  privateKey: string
}

export function createPool({ file, privateKey, ...parts }: PoolOptions): Pool {
  return {
    ...parts,
    accounts: new Accounts(file),
    tokens: new Tokens(parts.settings, privateKey),
    clients: new Map(),
    signInAttempts: new Attempts(),
    codeAttempts: new Attempts(),
    challenges: new Map(),
    usedCodes: new Map(),
    resetCodes: new Map(),
  }
}

/** Reads a text of a body; anything else counts as missing. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** @throws CognitoError UserNotFoundException */
export function requireAccount({ accounts }: Pool, { Username }: Body): Account {
  const account = accounts.find(text(Username))
  if (!account) throw userNotFound()
  return account
}

/** @throws CognitoError also when the account is gone or disabled */
export function requireCaller(pool: Pool, { AccessToken }: Body): Account {
  const account = requireAccount(pool, { Username: pool.tokens.verifyAccessToken(text(AccessToken)) })
  if (!account.isEnabled) throw userDisabled()
  return account
}

export function assertPasswordLength({ settings }: Pool, password: unknown): void {
  if (text(password).length >= settings.minPasswordLength) return
  throw new CognitoError(
    'InvalidPasswordException',
    'Password did not conform with policy: Password not long enough',
  )
}

const Attributes = v.optional(v.array(v.object({ Name: v.string(), Value: v.optional(v.string(), '') })), [])

/** Reads the attributes of a body by name, with the address normalised. */
export function readAttributes({ UserAttributes }: Body): Record<string, string> {
  const attributes = v.safeParse(Attributes, UserAttributes)
  if (!attributes.success) throw invalidParameter('Invalid attributes')
  return Object.fromEntries(
    attributes.output.map(({ Name, Value }) => [Name, Name === 'email' ? normalizeEmail(Value) : Value]),
  )
}

export function attributesOf({ id, email, isEmailVerified }: Account): Record<string, string> {
  return { sub: id, email, email_verified: String(isEmailVerified) }
}

export function revokeAll({ accounts }: Pool, account: Account): Account {
  return accounts.save({ ...account, refreshTokens: [] })
}

/**
 * @param source such as 'PreSignUp_SignUp' @throws CognitoError UserLambdaValidationException with the function's
 * message
 */
export async function callTrigger(
  { settings, invoke }: Pool,
  source: string,
  userName: string,
  request: object,
): Promise<{ autoConfirmUser?: boolean; autoVerifyEmail?: boolean }> {
  const [trigger = ''] = source.split('_')
  const arn = settings.triggers[trigger]
  if (arn === undefined) return {}
  const outcome = await invoke(arn, {
    version: '1',
    triggerSource: source,
    region: settings.region,
    userPoolId: settings.userPoolId,
    userName,
    callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: settings.clientId },
    request,
    response: {},
  })
  if (outcome.kind === 'result') return (JSON.parse(outcome.json) as { response: object }).response
  const message = outcome.kind === 'failed' ? outcome.error.errorMessage : 'Streamed'
  throw new CognitoError('UserLambdaValidationException', `${trigger} failed with error ${message}.`)
}

const FREE_FAILURES = 5
const LONGEST_LOCK_MS = 15 * 60 * 1000

/** As Cognito does: a lock of one second after five failures, which doubles up to a quarter of an hour. */
class Attempts {
  readonly #failures = new Map<string, { count: number; lockedUntil: number }>()

  isLocked(name: string): boolean {
    return (this.#failures.get(name)?.lockedUntil ?? 0) > Date.now()
  }

  failed(name: string): void {
    const count = (this.#failures.get(name)?.count ?? 0) + 1
    const lock = count < FREE_FAILURES ? 0 : Math.min(1000 * 2 ** (count - FREE_FAILURES), LONGEST_LOCK_MS)
    this.#failures.set(name, { count, lockedUntil: Date.now() + lock })
  }

  succeeded(name: string): void {
    this.#failures.delete(name)
  }
}

type Mail = { at: string; to: string } & (
  | { kind: 'reset-password' | 'invitation'; code: string }
  | { kind: 'site'; from: string; subject: string; text: string; html: string }
)
type Unsent<T> = T extends unknown ? Omit<T, 'at'> : never

const KEPT = 200

/** Mails of this run, newest last; shown under /__local/outbox. */
export class Outbox {
  readonly #mails: Mail[] = []

  add(mail: Unsent<Mail>): void {
    this.#mails.push({ at: new Date().toISOString(), ...mail })
    if (this.#mails.length > KEPT) this.#mails.shift()
  }

  list(to: string | null): Mail[] {
    return this.#mails.filter((mail) => to === null || mail.to === to.trim().toLowerCase())
  }

  codes(to: string): string[] {
    return this.list(to).flatMap((mail) => (mail.kind === 'site' ? [] : mail.code))
  }
}
