import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { freePort } from '#functions/test-support/free-port.ts'
import { Children } from '../children.ts'
import { Counters } from '../counters.ts'
import type { LocalFunction } from '../runtime/local-function.ts'
import { startEmulator } from '../users/emulator.ts'
import type { FirewallRule } from '../users/firewall.ts'
import { Outbox } from '../users/outbox.ts'
import type { PoolSettings } from '../users/pool-settings.ts'
import { startUsers } from '../users/server.ts'
import { closeFunctions, functionOf } from './function-of.ts'
import { type PoolCalls, poolCalls } from './pool-calls.ts'

export const testPool: PoolSettings = {
  userPoolId: 'eu-west-3_LocalPool',
  clientId: 'testclient0000000000000000',
  region: 'eu-west-3',
  minPasswordLength: 6,
  temporaryPasswordDays: 7,
  mfa: 'OPTIONAL',
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
  triggers: { PreSignUp: 'arn', PostConfirmation: 'arn', PostAuthentication: 'arn' },
}

/** Stands for all triggers of the pool and refuses addresses by how they begin. */
const TRIGGER = `export const handler = async (event) => {
  const { triggerSource, request } = event
  console.log(JSON.stringify(event))
  const email = request.userAttributes.email ?? ''
  if (email.startsWith('no-sign-up')) throw new Error('SIGN_UP_REFUSED')
  if (email.startsWith('no-profile') && triggerSource.startsWith('PostConfirmation')) throw new Error('STORE_DOWN')
  if (email.startsWith('no-sign-in') && triggerSource.startsWith('PostAuth')) throw new Error('SIGN_IN_REFUSED')
  if (triggerSource.startsWith('PreSignUp')) Object.assign(event.response, { autoConfirmUser: true, autoVerifyEmail: true })
  return event
}`

/** The reference of the one trigger that a test brings along. */
const OWN = 'own'

export type TestUsers = {
  url: string
  /** An operator's client, with credentials. */
  admin: CognitoIdentityProviderClient
  /** A browser's calls. */
  browser: PoolCalls
  outbox: Outbox
  /** What the emulator wrote into its log. */
  log: readonly string[]
  /** The events that an address's triggers were called with. */
  eventsOf: (email: string) => Record<string, unknown>[]
  /** Moves the pool's clock, until it is set to null again. */
  clock: { now: Date | null }
  stop: () => Promise<void>
}

export type TestUsersOptions = {
  /** @default no triggers at all */
  triggers?: boolean
  /** Stands for PostConfirmation, given the pool's address. @default as the other triggers */
  postConfirmation?: (url: string) => LocalFunction
  rules?: readonly FirewallRule[]
}

/** A user pool on ports of its own: the real emulator behind the proxy. */
export async function startTestUsers({
  triggers = false,
  postConfirmation,
  rules = [],
}: TestUsersOptions = {}): Promise<TestUsers> {
  const own = postConfirmation ? { PostConfirmation: OWN } : {}
  const pool = { ...testPool, triggers: triggers ? { ...testPool.triggers, ...own } : {} }
  const { local: trigger, lines } = triggerOf(triggers)
  const children = new Children()
  const outbox = new Outbox()
  const log: string[] = []
  const clock: TestUsers['clock'] = { now: null }
  const folder = mkdtempSync(join(tmpdir(), 'users-'))
  const [port, emulatorPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const ownTrigger = postConfirmation?.(url)
  const writes = (line: string) => void log.push(line)
  await startEmulator(children, { port: emulatorPort, folder, invokeEndpoint: url, pool, log: writes })
  const users = await startUsers({
    port,
    emulatorUrl: `http://127.0.0.1:${emulatorPort}`,
    folder,
    pool,
    rules,
    functions: () => ({
      get(reference) {
        if (reference === OWN && ownTrigger) return ownTrigger
        if (trigger) return trigger
        throw new Error(`No function ${reference}`)
      },
    }),
    outbox,
    counters: new Counters(),
    now: () => clock.now ?? new Date(),
  })
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' }
  const admin = new CognitoIdentityProviderClient({ endpoint: url, region: testPool.region, credentials })
  return {
    url,
    admin,
    browser: poolCalls(url, testPool.clientId),
    outbox,
    log,
    eventsOf: (email) =>
      lines.filter((line) => line.includes(email)).map((line) => JSON.parse(line) as Record<string, unknown>),
    clock,
    stop: async () => {
      admin.destroy()
      await users.close()
      await children.close()
      await closeFunctions()
    },
  }
}

function triggerOf(wanted: boolean): { local: LocalFunction | null; lines: string[] } {
  return wanted ? functionOf(TRIGGER) : { local: null, lines: [] }
}

/** One user pool with triggers for all tests of a file; each test begins with the pool's own time. */
export function startUsersForTests(use: (users: TestUsers) => void): void {
  let users: TestUsers
  beforeAll(async () => {
    users = await startTestUsers({ triggers: true })
    use(users)
  }, 30_000)
  afterEach(() => {
    users.clock.now = null
  })
  afterAll(() => users.stop())
}
