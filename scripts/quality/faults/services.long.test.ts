import { randomUUID } from 'node:crypto'
import { ACTORS, AUDIT, BLOCKED, COUNTERS, LEDGER } from '#functions/data/keys.ts'
import { resourceFixture } from '#functions/test-support/content.ts'
import type { Answer, Call } from '#functions/test-support/gateway.ts'
import { sampleCall, seedSamples } from '#functions/test-support/samples.ts'
import { readItems } from '#functions/test-support/table.ts'
import { driveFile } from '#scripts/local/test-support/services.ts'
import type { Route } from '#shared/contract/define-route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { sampleFolder } from '#shared/contract/samples.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { sampleBlockedEmail, sampleResource } from '#shared/entities/samples.ts'
import type { User } from '#shared/entities/user.ts'
import { CHANGES, enrolOwner, keepSession, prepareChange, type SentChange } from './test-support/changes.ts'
import {
  expectConsistent,
  findAccountFaults,
  findAuditFaults,
  isAcknowledged,
} from './test-support/expected-audit.ts'
import {
  type FaultySite,
  SERVICES,
  type Service,
  startFaultySite,
  type TimedAnswer,
} from './test-support/faulty-site.ts'
import {
  FAULTS_BY_SERVICE,
  FaultInjector,
  findAnswerFaults,
  INTERNAL_WORDS,
  type InjectedFault,
} from './test-support/service-faults.ts'

// Faults of services: while the table, the user pool or Drive throttles, conflicts, errs, resets or is slow, each call is
// answered in time and as the contract says, in French; it opens nothing that is closed, acknowledges nothing that was not
// done, and repeats its requests a bounded number of times.

const PERCENTS = [1, 10, 100]
const CALLS_AT_ONCE = 24
/**
 * Attempts of one request within one call, the first included. After a conflict a request of the table is repeated 6
 * times (functions/data/table/client.ts), and each time the SDK may attempt it 3 times.
 */
const MOST_ATTEMPTS: Record<Service, number> = { table: 7 * 3, users: 2, drive: 5 }
/** A session ends after a minute without a call. */
const CALLS_BETWEEN_RENEWALS = 60
const DOCUMENT = 'document'
const PART_BYTES = 2_000
const BYTES = Buffer.alloc(50 * PART_BYTES, 'x')
const FILM_ID = '1FilmFilmFilmFilmFilmFilmFilm'

/** A call that may be repeated, its answer without faults, and the services that it needs. */
type SafeCall = {
  name: string
  route: Pick<Route, 'isLong' | 'method' | 'errors'>
  send: (callId: string) => Promise<TimedAnswer>
  healthy: Answer
  services: ReadonlySet<Service>
}

/** Makes a call under a plan. @returns what is wrong with its answer */
type Job = { plan: InjectedFault; run: (callId: string) => Promise<string[]> }

const COMBINATIONS = SERVICES.flatMap((service) =>
  FAULTS_BY_SERVICE[service].map((fault) => ({ service, fault })),
)

let product: FaultySite
let owner: User
let premium: User
let free: User
let safeCalls: SafeCall[]
let changeServices: ReadonlyMap<RouteName, ReadonlySet<Service>>
let serial = 0

beforeAll(async () => {
  product = await startFaultySite()
  const { site } = product
  await seedSamples(site)
  const { accounts } = site.userPool
  for (const account of accounts.list())
    accounts.save({ ...account, isEnabled: account.email !== sampleBlockedEmail.email })
  site.drive.files.set(SAMPLE_DRIVE_ID, driveFile({ folder: sampleFolder, bytes: BYTES }))
  owner = await enrolOwner(site)
  premium = await site.enrol({ isPremium: true })
  free = await site.enrol()
  safeCalls = await rehearseSafeCalls()
  changeServices = await rehearseChanges()
})
afterAll(() => product.stop())

test('answers as usual without faults', () => {
  const statuses = safeCalls.map(({ healthy }) => healthy.status)
  expect(statuses.filter((status) => status < 400).length).toBeGreaterThan(30)
  expect(statuses.filter((status) => status >= 400).length).toBeGreaterThan(60)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  const needed = [...safeCalls.map(({ services }) => services), ...changeServices.values()]
  for (const service of SERVICES) expect(needed.some((services) => services.has(service))).toBe(true)
})

test.each(PERCENTS)(
  'loses, opens and delays nothing while a service fails at %d percent of its requests',
  async (percent) => {
    const { site, watch } = product
    const sent: SentChange[] = []
    const marked: string[] = []
    const jobs = [...safeJobs(percent), ...markingJobs(percent, marked), ...(await changeJobs(percent, sent))]
    const callIds = new Map(jobs.map((job, index) => [job, `${percent}/${index}`]))
    const injector = new FaultInjector(new Map(jobs.map((job) => [callIds.get(job) ?? '', job.plan])))
    const before = await readItems(site.store.table)
    watch(injector.watch)
    const findings: string[] = []
    const queue = jobs.entries()
    const workOff = async () => {
      for (const [index, job] of queue) {
        if (index % CALLS_BETWEEN_RENEWALS === 0)
          await Promise.all([owner, premium, free].map((user) => keepSession(site, user)))
        const found = await job.run(callIds.get(job) ?? '')
        findings.push(...found.map((text) => `${JSON.stringify(job.plan)} ${text}`))
      }
    }
    await Promise.all(Array.from({ length: CALLS_AT_ONCE }, workOff))
    await injector.waitUntilQuiet()

    expect(findings).toEqual([])
    for (const service of SERVICES)
      expect(injector.mostAttempts(service)).toBeLessThanOrEqual(MOST_ATTEMPTS[service])
    if (percent === 100)
      for (const { service, fault } of COMBINATIONS)
        expect([service, fault, injector.countHits(service, fault) > 0]).toEqual([service, fault, true])
    await expectConsistent(site, before, sent)
    const { text } = await site.call(routes.listProgress, {
      ...site.as(premium),
      ...sampleCall('listProgress'),
    })
    expect(marked.filter((id) => !text.includes(id))).toEqual([])
  },
  900_000,
)

test('the judges find planted faults', async () => {
  const closed = safeCalls.find(({ healthy }) => healthy.json.code === 'PREMIUM_REQUIRED')
  if (!closed) throw new Error('No call is closed')
  const refused = { ...closed.healthy, ms: 20 }
  const planted: TimedAnswer[] = [
    null,
    { ...refused, status: 200 },
    { ...refused, ms: 30_001 },
    { ...refused, json: { ...refused.json, detail: 'Oups' } },
    { ...refused, text: INTERNAL_WORDS },
  ]
  expect(findAnswerFaults(closed.route, closed.healthy, refused)).toEqual([])
  for (const answer of planted) expect(findAnswerFaults(closed.route, closed.healthy, answer)).toHaveLength(1)

  const items = await readItems(product.site.store.table)
  const without = (pk: string) => items.filter((item) => item.pk !== pk)
  for (const pk of [AUDIT, BLOCKED, COUNTERS, ACTORS])
    expect([pk, findAuditFaults(items, without(pk))]).not.toEqual([pk, []])
  const unpaid = items.filter((item) => item['gsi1pk'] !== LEDGER)
  expect(findAuditFaults(items, unpaid)).toEqual([expect.stringContaining('ledger')])
  const accounts = product.site.userPool.accounts.list()
  expect(findAccountFaults(accounts.slice(1), items)).toHaveLength(1)
  const opened = accounts.map((account) => ({ ...account, isEnabled: true }))
  expect(findAccountFaults(opened, items)).not.toEqual([])
})

/** Every call meets every fault of the services that it needs. */
function safeJobs(percent: number): Job[] {
  return COMBINATIONS.flatMap(({ service, fault }) =>
    safeCalls
      .filter(({ services }) => services.has(service))
      .map((each) => ({
        plan: { service, fault, percent },
        run: async (callId) => findSafeCallFaults(each, await each.send(callId)),
      })),
  )
}

function findSafeCallFaults({ name, route, healthy }: SafeCall, answer: TimedAnswer): string[] {
  if (name !== DOCUMENT) return findAnswerFaults(route, healthy, answer).map((text) => `${name}: ${text}`)
  // A reader fetches a document again when its connection breaks.
  if (!answer) return []
  const isOther = answer.status < 400 && answer.text !== healthy.text
  return [...findAnswerFaults(route, healthy, answer), ...(isOther ? ['the document has other bytes'] : [])]
}

/** @param marked gets the documents whose marks were acknowledged */
function markingJobs(percent: number, marked: string[]): Job[] {
  return FAULTS_BY_SERVICE.table.map((fault) => ({
    plan: { service: 'table', fault, percent },
    run: async (callId) => {
      const id = randomUUID()
      const call = {
        ...product.site.as(premium),
        ...sampleCall('markDocuments', { [sampleResource.id]: id }),
      }
      const answer = await product.call(routes.markDocuments, call, callId)
      if (isAcknowledged({ answer })) marked.push(id)
      return findAnswerFaults(routes.markDocuments, { status: 200, json: {} }, answer)
    },
  }))
}

/** @param sent gets the changes with their answers */
async function changeJobs(percent: number, sent: SentChange[]): Promise<Job[]> {
  const jobs: Job[] = []
  for (const { service, fault } of COMBINATIONS)
    for (const name of CHANGES.filter((each) => changeServices.get(each)?.has(service))) {
      const route = routes[name]
      const change = await prepareChange(product.site, name, owner, (serial += 1))
      const run = async (callId: string) => {
        const answer = await product.call(route, change.call, callId)
        sent.push({ ...change, answer })
        return findAnswerFaults(route, { status: route.status, json: {} }, answer).map(
          (text) => `${name}: ${text}`,
        )
      }
      jobs.push({ plan: { service, fault, percent }, run })
    }
  return jobs
}

/** Makes every call that may be repeated without faults, as each kind of caller, and reads a document. */
async function rehearseSafeCalls(): Promise<SafeCall[]> {
  const { site, call, fetchDocument } = product
  const blocked = await site.enrol()
  const block = { email: blocked.email, reason: 'Compte partagé' }
  await site.call(routes.blockEmail, { ...site.as(owner), body: block })
  const callers: Record<string, Pick<Call, 'token' | 'sessionId'>> = {
    owner: site.as(owner),
    premium: site.as(premium),
    free: site.as(free),
    blocked: site.as(blocked),
    'another device': { token: site.as(premium).token },
    anonymous: {},
  }
  const calls: Omit<SafeCall, 'healthy' | 'services'>[] = (Object.keys(routes) as RouteName[])
    .filter((name) => routes[name].method === 'GET' || name === 'renewSession' || name === 'claimSession')
    .flatMap((name) =>
      Object.entries(callers).map(([caller, credentials]) => ({
        name: `${name} by ${caller}`,
        route: routes[name],
        send: (callId) => call(routes[name], { ...sampleCall(name), ...credentials }, callId),
      })),
    )
  // A PDF is read from the bucket; the origin delivers videos.
  const film = resourceFixture({ type: 'video', file: { kind: 'drive', fileId: FILM_ID } })
  await site.stores.resources.putAll([film])
  site.drive.files.set(FILM_ID, driveFile({ mimeType: 'video/mp4', bytes: BYTES }))
  const ticket = await site.call(routes.getTicket, { ...site.as(premium), params: { id: film.id } })
  const { pathname } = new URL(String(ticket.json.url))
  calls.push({
    name: DOCUMENT,
    route: { isLong: false, method: 'GET', errors: [] },
    send: (callId) => fetchDocument(pathname, `0-${PART_BYTES - 1}`, callId),
  })
  const rehearsed: SafeCall[] = []
  for (const each of calls) {
    const { answer, services } = await observe((callId) => each.send(callId))
    if (!answer) throw new Error(`${each.name} has no answer`)
    rehearsed.push({ ...each, healthy: answer, services })
  }
  return rehearsed
}

async function rehearseChanges(): Promise<Map<RouteName, ReadonlySet<Service>>> {
  const needed = new Map<RouteName, ReadonlySet<Service>>()
  for (const name of CHANGES) {
    const change = await prepareChange(product.site, name, owner, (serial += 1))
    const { answer, services } = await observe((callId) => product.call(routes[name], change.call, callId))
    expect([name, answer?.status]).toEqual([name, routes[name].status])
    needed.set(name, services)
  }
  return needed
}

/** Makes a call without faults. @returns its answer and the services that it needed */
async function observe(send: (callId: string) => Promise<TimedAnswer>) {
  const services = new Set<Service>()
  product.watch(async ({ service }) => {
    services.add(service)
    return 'pass'
  })
  return { answer: await send('rehearsal'), services }
}
