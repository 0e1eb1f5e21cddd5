import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { CognitoError } from './cognito-error.ts'
import { poolPath } from './emulator.ts'
import type { PoolSettings } from './pool-settings.ts'

export type Body = Record<string, unknown>

/** An account as the emulator answers it. */
export type Account = {
  sub: string
  enabled: boolean
  status: string
  changedAt: Date
  attributes: Record<string, string>
  hasSecondFactor: boolean
}

const AccountAnswer = v.object({
  Username: v.string(),
  Enabled: v.boolean(),
  UserStatus: v.string(),
  UserLastModifiedDate: v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((at) => new Date(typeof at === 'number' ? at * 1000 : at)),
  ),
  UserMFASettingList: v.optional(v.array(v.string()), []),
  UserAttributes: v.array(v.object({ Name: v.string(), Value: v.optional(v.string(), '') })),
})

const StoredAccount = v.object({ Password: v.optional(v.string()), ConfirmationCode: v.optional(v.string()) })

/** Operations that leave the emulator's file as it is. */
const READS = /^(?:AdminGetUser|ListUsers|GetUser|Describe\w+|List\w+|AdminListGroupsForUser)$/

/**
 * Calls the emulator. It writes its whole file at each change and lets writes overlap, so changes go one after the other;
 * that also serialises sign-ups of one address.
 */
export class EmulatorClient {
  readonly #url: string
  readonly #folder: string
  readonly #pool: PoolSettings
  #last: Promise<unknown> = Promise.resolve()

  constructor(url: string, folder: string, pool: PoolSettings) {
    this.#url = url
    this.#folder = folder
    this.#pool = pool
  }

  /** @throws CognitoError as the emulator answers it */
  async call(operation: string, body: Body): Promise<Body> {
    if (READS.test(operation)) return this.#send(operation, body)
    const turn = this.#last.then(() => this.#send(operation, body))
    this.#last = turn.catch(() => {})
    return turn
  }

  /** Waits until no change is under way. */
  async settle(): Promise<void> {
    await this.#last
  }

  /** An account by e-mail address or `sub`, or null. */
  async find(username: string): Promise<Account | null> {
    try {
      const answer = await this.call('AdminGetUser', {
        UserPoolId: this.#pool.userPoolId,
        Username: username,
      })
      const parsed = v.parse(AccountAnswer, answer)
      const { Username, Enabled, UserStatus, UserAttributes, UserMFASettingList } = parsed
      return {
        sub: Username,
        enabled: Enabled,
        status: UserStatus,
        changedAt: parsed.UserLastModifiedDate,
        attributes: Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value])),
        hasSecondFactor: UserMFASettingList.includes('SOFTWARE_TOKEN_MFA'),
      }
    } catch (error) {
      if (error instanceof CognitoError && error.type === 'UserNotFoundException') return null
      throw error
    }
  }

  /** What the emulator keeps of an account and does not answer: its password and the code it last sent. */
  async readStored(sub: string): Promise<v.InferOutput<typeof StoredAccount>> {
    await this.settle()
    const file: unknown = JSON.parse(readFileSync(poolPath(this.#folder, this.#pool), 'utf8'))
    const { Users } = v.parse(v.object({ Users: v.record(v.string(), v.unknown()) }), file)
    return v.parse(StoredAccount, Users[sub] ?? {})
  }

  /** The public keys of the pool. */
  async readKeys(): Promise<string> {
    const response = await fetch(`${this.#url}/${this.#pool.userPoolId}/.well-known/jwks.json`)
    return response.text()
  }

  async #send(operation: string, body: Body): Promise<Body> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(body),
    })
    const answer = (await response.json().catch(() => ({}))) as Body
    if (response.ok) return answer
    const type = typeof answer.__type === 'string' ? answer.__type : 'InternalErrorException'
    throw new CognitoError(
      type.replace(/^.*#/, ''),
      typeof answer.message === 'string' ? answer.message : 'Internal error',
    )
  }
}
