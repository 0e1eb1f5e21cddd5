import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { freePort } from '#functions/test-support/free-port.ts'
import { Children } from '../children.ts'
import { Counters } from '../counters.ts'
import type { LocalFunction } from '../runtime/local-function.ts'
import { startEmulator } from '../users/emulator.ts'
import { Outbox } from '../users/outbox.ts'
import type { PoolSettings } from '../users/pool-settings.ts'
import { startUsers } from '../users/server.ts'

export const testPool: PoolSettings = {
  userPoolId: 'eu-west-3_LocalPool',
  clientId: 'testclient0000000000000000',
  region: 'eu-west-3',
  minPasswordLength: 6,
  hidesUnknownUsers: true,
  writeAttributes: ['email'],
  client: {
    ClientName: 'web',
    AccessTokenValidity: 60,
    IdTokenValidity: 60,
    RefreshTokenValidity: 43_200,
    TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
    ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'],
  },
  triggers: { PreSignUp: 'arn', PostConfirmation: 'arn', PreAuthentication: 'arn' },
}

export type TestUsers = {
  url: string
  /** An operator's client, with credentials. */
  admin: CognitoIdentityProviderClient
  outbox: Outbox
  stop: () => Promise<void>
}

/** A user pool on ports of its own: the real emulator behind the proxy. `trigger` stands for all its triggers. */
export async function startTestUsers(
  trigger: LocalFunction | null = null,
  now: () => Date = () => new Date(),
): Promise<TestUsers> {
  const pool = trigger ? testPool : { ...testPool, triggers: {} }
  const children = new Children()
  const outbox = new Outbox()
  const folder = mkdtempSync(join(tmpdir(), 'users-'))
  const [port, emulatorPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  await startEmulator(children, { port: emulatorPort, folder, invokeEndpoint: url, pool, log: () => {} })
  const users = await startUsers({
    port,
    emulatorUrl: `http://127.0.0.1:${emulatorPort}`,
    folder,
    pool,
    functions: () => ({
      get(reference) {
        if (trigger) return trigger
        throw new Error(`No function ${reference}`)
      },
    }),
    outbox,
    counters: new Counters(),
    now,
  })
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' }
  const admin = new CognitoIdentityProviderClient({ endpoint: url, region: testPool.region, credentials })
  return {
    url,
    admin,
    outbox,
    stop: async () => {
      admin.destroy()
      await users.close()
      await children.close()
    },
  }
}
