import { createHash, randomBytes, randomUUID, scryptSync, timingSafeEqual } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { normalizeEmail } from '#shared/entities/fields.ts'

const RefreshToken = v.object({
  /** SHA-256: tokens themselves are never stored. */
  digest: v.string(),
  signInId: v.string(),
  /** Epoch seconds. */
  signedInAt: v.number(),
  expiresAt: v.number(),
})

const Account = v.object({
  id: v.string(),
  email: v.string(),
  isEmailVerified: v.boolean(),
  isEnabled: v.boolean(),
  status: v.picklist(['CONFIRMED', 'UNCONFIRMED', 'FORCE_CHANGE_PASSWORD', 'RESET_REQUIRED']),
  /** Salted hash; null while no password opens the account. */
  password: v.nullable(v.string()),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  passwordSetAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The authenticator app's secret, in base 32. */
  totpSecret: v.nullable(v.string()),
  /** True once a code of the app was shown. */
  isTotpVerified: v.boolean(),
  /** True where sign-in asks for a code. */
  hasSecondFactor: v.boolean(),
  refreshTokens: v.array(RefreshToken),
})

export type Account = v.InferOutput<typeof Account>

const Line = v.union([Account, v.object({ id: v.string(), isDeleted: v.literal(true) })])

/** With a file, each change appends the account's line, so that a crash loses nothing that was answered. */
export class Accounts {
  readonly #byId = new Map<string, Account>()
  readonly #idByEmail = new Map<string, string>()
  readonly #file: string | null

  constructor(file: string | null = null) {
    this.#file = file
    if (file === null || !existsSync(file)) return
    for (const line of readFileSync(file, 'utf8').split('\n')) this.#read(line)
    writeFileSync(`${file}.part`, this.list().map(lineOf).join(''))
    renameSync(`${file}.part`, file)
  }

  list(): Account[] {
    return [...this.#byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** @param username `sub` or e-mail address, in any case */
  find(username: string): Account | null {
    const id = this.#idByEmail.get(normalizeEmail(username)) ?? username
    return this.#byId.get(id) ?? null
  }

  /** Adds an account with a random `sub` unless `changes` names one. */
  add(changes: Partial<Account> & Pick<Account, 'email'>): Account {
    const now = new Date().toISOString()
    return this.save({
      id: randomUUID(),
      isEmailVerified: true,
      isEnabled: true,
      status: 'CONFIRMED',
      password: null,
      createdAt: now,
      passwordSetAt: now,
      totpSecret: null,
      isTotpVerified: false,
      hasSecondFactor: false,
      refreshTokens: [],
      ...changes,
    })
  }

  save(account: Account): Account {
    this.#byId.set(account.id, account)
    this.#idByEmail.set(normalizeEmail(account.email), account.id)
    if (this.#file) appendFileSync(this.#file, lineOf(account))
    return account
  }

  delete(id: string): boolean {
    const account = this.#byId.get(id)
    if (!account) return false
    this.#byId.delete(id)
    this.#idByEmail.delete(normalizeEmail(account.email))
    if (this.#file) appendFileSync(this.#file, lineOf({ id, isDeleted: true }))
    return true
  }

  clear(): void {
    for (const id of this.#byId.keys()) this.delete(id)
  }

  findByRefreshToken(token: string): { account: Account; refreshToken: Account['refreshTokens'][0] } | null {
    const digest = digestToken(token)
    for (const account of this.#byId.values()) {
      const refreshToken = account.refreshTokens.find((each) => each.digest === digest)
      if (refreshToken) return { account, refreshToken }
    }
    return null
  }

  #read(line: string): void {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Line), line)
    // A crash may have cut the last line short.
    if (!parsed.success) return
    const { output } = parsed
    if ('isDeleted' in output) this.#byId.delete(output.id)
    else this.#byId.set(output.id, output)
    this.#idByEmail.clear()
    for (const { id, email } of this.#byId.values()) this.#idByEmail.set(normalizeEmail(email), id)
  }
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`
}

export function digestToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** A few milliseconds: the local mode guards no real accounts, but people type real passwords. */
const HASH_COST = { N: 1024 }

export function hashPassword(password: string, salt = randomBytes(12).toString('base64url')): string {
  return `${salt}.${scryptSync(password, salt, 32, HASH_COST).toString('base64url')}`
}

export function isPassword(password: string, { password: hash }: Account): boolean {
  const [salt] = hash?.split('.') ?? []
  if (hash === null || salt === undefined) return false
  return timingSafeEqual(Buffer.from(hashPassword(password, salt)), Buffer.from(hash))
}

/** An error as Cognito answers it: programs read the type, people the message. */
export class CognitoError extends Error {
  readonly type: string

  constructor(type: string, message: string) {
    super(message)
    this.type = type
  }
}

export const invalidParameter = (message: string) => new CognitoError('InvalidParameterException', message)
export const notAuthorized = (message: string) => new CognitoError('NotAuthorizedException', message)
export const userNotFound = () => new CognitoError('UserNotFoundException', 'User does not exist.')

/** Wrong password and unknown user read the same. */
export const wrongCredentials = () => notAuthorized('Incorrect username or password.')
export const userDisabled = () => notAuthorized('User is disabled.')
export const tokenRevoked = () => notAuthorized('Refresh Token has been revoked')
