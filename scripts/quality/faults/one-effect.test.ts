import { isDeepStrictEqual } from 'node:util'
import { CloudFrontClient } from '@aws-sdk/client-cloudfront'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { S3Client } from '@aws-sdk/client-s3'
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import type { StoredItem } from '#functions/data/table/table-shape.ts'
import { type Callers, createCallers } from '#functions/test-support/callers.ts'
import { setClock } from '#functions/test-support/clock.ts'
import { EXEMPTIONS, WRITING_ROUTES } from '#functions/test-support/exemptions.ts'
import type { Call } from '#functions/test-support/gateway.ts'
import { ordinaryCall } from '#functions/test-support/ordinary-calls.ts'
import { type Site, startSite } from '#functions/test-support/site.ts'
import { COUNTS, countWritesOf, isAside, runStopped } from '#functions/test-support/stopped-calls.ts'
import { readItems } from '#functions/test-support/table.ts'
import { driveFile } from '#scripts/local/test-support/services.ts'
import type { Account } from '#scripts/local/users/accounts.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { sampleUser } from '#shared/entities/samples.ts'
import { isLongRun } from '#shared/test-support/runs.ts'

// Each change is made once without faults. Then its process is stopped before and after each of its writes, and the call
// is repeated; and it is sent many times at once. Each time the table and the user pool end as after the first call.
// exemptions.ts has the changes that are not one write with one audit entry.

const ROUNDS = isLongRun ? 5 : 1
const AT_ONCE = isLongRun ? 20 : 2
/** Before its first write a stopped process has done nothing. */
const FIRST_STOP = isLongRun ? 0 : 1
let site: Site
let callers: Callers
let reconcile: () => Promise<void>
beforeAll(async () => {
  for (const client of [CognitoIdentityProviderClient, CloudFrontClient, S3Client]) countWritesOf(client)
  site = await startSite()
  site.store.bypassProxy()
  setClock(new Date())
  callers = createCallers(site)
  const module = await import('#functions/account/reconcile-accounts.ts')
  reconcile = module.handler
})
afterAll(async () => {
  setClock(null)
  await site.stop()
})

/** Some calls need more than an ordinary site, so that there is something to change. */
const preparations: Partial<Record<RouteName, () => Promise<unknown>>> = {
  syncUsers: async () => {
    const users = site.stores.users
    const user = await users.find(sampleUser.id)
    if (user) await users.removeProfile(user)
  },
  checkDocuments: async () =>
    site.drive.files.set(SAMPLE_DRIVE_ID, driveFile({ bytes: Buffer.from('%PDF-1.7 %') })),
}

const countEntries = (effect: readonly string[]) => effect.filter((line) => line.startsWith('AUDIT ')).length

describe.each(WRITING_ROUTES)('%s', (name) => {
  const route = routes[name]
  const { writes: exempted, isLogged = true, entries = 1, again = route.status } = EXEMPTIONS[name] ?? {}
  let call: Call
  let before: SiteState
  let writes: string[]
  let effect: string[]

  beforeAll(async () => {
    call = await ordinaryCall(site, callers, name)
    await preparations[name]?.()
    before = await readState(site)
    const whole = await runStopped(() => site.call(route, call))
    expect(whole.answer?.status).toBe(route.status)
    writes = whole.writes
    effect = await finishRun()
  })

  /** Resets everything to the state before the call. @returns what had changed by its end, or by the next day */
  async function finishRun(): Promise<string[]> {
    if (writes.some((write) => write.startsWith('Admin'))) await reconcile()
    const after = await readState(site)
    await putBack(site, before, after)
    return differences(before, after)
  }

  test('is written as one, with the audit entry that is due', () => {
    const one = isLogged ? ['TransactWrite'] : [expect.any(String)]
    expect(writes.filter((write) => !isAside(write)).toSorted()).toEqual(exempted?.toSorted() ?? one)
    expect(countEntries(effect)).toBe(isLogged ? entries : 0)
  })

  test('is there as a whole or not at all, wherever its process stops, and is repeated without harm', async () => {
    onTestFailed(async () => void (await finishRun()))
    for (let most = FIRST_STOP; most <= writes.length; most += 1) {
      const { answer } = await runStopped(() => site.call(route, call), most)
      expect(answer).toBeNull()
      const left = differences(before, await readState(site))
      if (!exempted) expect([[], effect]).toContainEqual(left)
      else if (left.length > 0) expect(countEntries(left)).toBe(countEntries(effect))
      const { status } = await site.call(route, call)
      expect(status).toBe(left.length > 0 ? again : route.status)
      const ended = await finishRun()
      if (isLogged !== 'each time' || left.length === 0) expect(ended).toEqual(effect)
    }
  })

  if (isLogged !== 'each time')
    test(`sent ${AT_ONCE} times at once has one effect`, async () => {
      onTestFailed(async () => void (await finishRun()))
      for (let round = 0; round < ROUNDS; round += 1) {
        const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => site.call(route, call)))
        const statuses = answers.map(({ status }) => status)
        // A card may be tried ten times an hour.
        const expected: number[] = [route.status, again, 429]
        expect(statuses.filter((status) => !expected.includes(status))).toEqual([])
        expect(statuses).toContain(route.status)
        expect(await finishRun()).toEqual(effect)
      }
    })
})

if (isLongRun)
  test('routes that read write nothing but counts of calls', async () => {
    const reading = (Object.keys(routes) as RouteName[]).filter((each) => !WRITING_ROUTES.includes(each))
    for (const name of reading) {
      const call = await ordinaryCall(site, callers, name)
      const { writes } = await runStopped(() => site.call(routes[name], call))
      expect([name, writes.filter((write) => !isAside(write))]).toEqual([name, []])
    }
  })

type SiteState = { items: ReadonlyMap<string, StoredItem>; accounts: ReadonlyMap<string, Account> }

async function readState({ store, userPool }: Site): Promise<SiteState> {
  const items = await readItems(store.table)
  return {
    items: new Map(items.map((item) => [`${item.pk} ${item.sk}`, item])),
    accounts: new Map(userPool.accounts.list().map((account) => [`account ${account.id}`, account])),
  }
}

const BATCH_SIZE = 25

async function putBack({ store, userPool }: Site, before: SiteState, after: SiteState): Promise<void> {
  const { client, name } = store.table
  const writes = changedKeys(before.items, after.items).map((key) => {
    const [Item, { pk, sk } = {}] = [before.items.get(key), after.items.get(key)]
    return Item ? { PutRequest: { Item } } : { DeleteRequest: { Key: { pk, sk } } }
  })
  for (let from = 0; from < writes.length; from += BATCH_SIZE)
    await client.send(
      new BatchWriteCommand({ RequestItems: { [name]: writes.slice(from, from + BATCH_SIZE) } }),
    )
  for (const key of changedKeys(before.accounts, after.accounts)) {
    const account = before.accounts.get(key)
    if (account) userPool.accounts.save(account)
    else userPool.accounts.delete(after.accounts.get(key)?.id ?? '')
  }
}

/** Ids and digests, unlike names of actions. */
const GENERATED = /(?<![\w-]|"action":")[\w-]{20,}/g
/** Attributes of a card that repeat the end of its code. */
const GENERATED_FIELDS = ['ending', 'searchText']

/**
 * Without counts of calls and generated values: the same for each run of a call on the same state, while the clock
 * stands still.
 */
function differences(before: SiteState, after: SiteState): string[] {
  const lines = [
    ...changedKeys(before.items, after.items).map((key) => [key, after.items.get(key)] as const),
    ...changedKeys(before.accounts, after.accounts).map((key) => [key, after.accounts.get(key)] as const),
  ]
  return lines
    .filter(([key]) => !COUNTS.some((kind) => key.startsWith(`${kind}#`)))
    .map(([key, value]) => `${key}: ${JSON.stringify(value ?? null, plain)}`.replace(GENERATED, '…'))
    .toSorted()
}

function changedKeys<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): string[] {
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys].filter((key) => !isDeepStrictEqual(before.get(key), after.get(key)))
}

function plain(_: string, value: unknown): unknown {
  if (value instanceof Set) return [...(value as Set<string>)].toSorted()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const fields = Object.entries(value).filter(([name]) => !GENERATED_FIELDS.includes(name))
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
