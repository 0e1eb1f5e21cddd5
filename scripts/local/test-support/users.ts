import { randomUUID } from 'node:crypto'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import type { Invoke } from '../runtime/functions.ts'
import type { Account } from '../users/accounts.ts'
import { createPool, Outbox } from '../users/pool.ts'
import type { PoolSettings } from '../users/pool-settings.ts'
import { READ_KEYS, startUsers } from '../users/server.ts'
import type { Claims } from '../users/tokens.ts'
import { testKey } from './test-keys.ts'

export const testPool: PoolSettings = {
  userPoolId: 'eu-west-3_TestPool1',
  clientId: 'testclient0000000000000000',
  region: 'eu-west-3',
  minPasswordLength: 6,
  temporaryPasswordDays: 7,
  writeAttributes: ['email'],
  accessTokenSeconds: 3_600,
  refreshTokenSeconds: 30 * 86_400,
  triggers: { PreSignUp: 'PreSignUp', PostConfirmation: 'PostConfirmation', PostAuthentication: 'PostAuth' },
}

export type TestUsers = Awaited<ReturnType<typeof startTestUsers>>

/** Answers for all triggers of the pool. */
const standInTrigger = () => ({ response: { autoConfirmUser: true, autoVerifyEmail: true } })

/** @param triggers in place of {@link standInTrigger} */
export async function startTestUsers({
  triggers = {},
}: {
  triggers?: Readonly<Record<string, (event: never) => unknown>>
} = {}) {
  const outbox = new Outbox()
  const invoke: Invoke = async (trigger, event) => {
    const carryOut: (event: never) => unknown = triggers[trigger] ?? standInTrigger
    try {
      return { kind: 'result', json: JSON.stringify(await carryOut(event as never)) }
    } catch (error) {
      const { name, message } = error as Error
      return { kind: 'failed', error: { errorType: name, errorMessage: message, trace: [] } }
    }
  }
  const pool = createPool({ settings: testPool, outbox, invoke, privateKey: testKey('user-pool') })
  const { close, url, operations, failWith } = await startUsers({ pool })
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' }
  const admin = new CognitoIdentityProviderClient({ endpoint: url, region: testPool.region, credentials })
  const { accounts, tokens, clients } = pool
  return {
    url,
    operations: { ...operations, list: () => operations.list().filter((name) => name !== READ_KEYS) },
    failWith,
    /** Count of reads of the public keys, which are not among the operations. */
    keyReads: () => operations.list().filter((name) => name === READ_KEYS).length,
    accounts,
    tokens,
    clients,
    /** Undefined leaves a claim out. */
    token: (userId: string, claims?: Claims) => tokens.sign(tokens.accessClaims(userId, new Date(), claims)),
    enrol: (changes: Partial<Account> = {}) => {
      const id = changes.id ?? randomUUID()
      return accounts.add({ id, email: `eleve-${id.slice(0, 8)}@exemple.test`, ...changes })
    },
    admin,
    browser: poolCalls(url, testPool.clientId),
    outbox,
    stop: async () => {
      admin.destroy()
      await close()
    },
  }
}

type PoolAnswer = {
  status: number
  body: Record<string, unknown> & {
    AuthenticationResult?: Record<string, string>
    Session?: string
    __type?: string
    message?: string
  }
}

let names = 0

export const newEmail = (prefix = 'eleve') => `${prefix}-${++names}@demo.bac`

export function poolCalls(url: string, clientId: string) {
  async function call(operation: string, body: object): Promise<PoolAnswer> {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify({ ClientId: clientId, ...body }),
    })
    return { status: response.status, body: (await response.json()) as PoolAnswer['body'] }
  }

  const signIn = (email: string, password = 'motdepasse') =>
    call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    })

  const refresh = (token: string) => call('GetTokensFromRefreshToken', { RefreshToken: token })

  return { call, signIn, refresh }
}
