import type { PreSignUpTriggerEvent } from 'aws-lambda'
import { undoCard } from '#shared/contract/admin/cards.ts'
import { setPremium } from '#shared/contract/admin/users.ts'
import { redeemCard } from '#shared/contract/cards.ts'
import { getTicket } from '#shared/contract/files.ts'
import { claimSession, renewSession } from '#shared/contract/session.ts'
import { DomainError, type ErrorCode } from '#shared/domain/domain-error.ts'
import { createBrowser } from '../test-support/browser.ts'
import { storeCard } from '../test-support/cards.ts'
import { resourceFixture } from '../test-support/content.ts'
import type { Call } from '../test-support/gateway.ts'
import { lastingLease, PRIMARY_OWNER, storeUser } from '../test-support/people.ts'
import { newSignUpProof } from '../test-support/sign-up.ts'
import { type Site, startSite } from '../test-support/site.ts'
import {
  fetchFile,
  installStreamingRuntime,
  type StreamingHandler,
} from '../test-support/streaming-runtime.ts'
import { metricsIn, written } from '../test-support/written.ts'

let site: Site
let owner: Call
beforeAll(async () => {
  site = await startSite()
  const user = await storeUser(site.store.table, {
    email: PRIMARY_OWNER,
    isAdmin: true,
    lease: lastingLease(),
  })
  owner = { token: site.userPool.token(user.id), sessionId: user.lease?.id }
  process.env.POWERTOOLS_METRICS_DISABLED = 'false'
})
afterAll(() => site.stop())
afterEach(() => site.store.failWith(() => undefined))

async function student(changes = {}): Promise<{ id: string; call: Call }> {
  const { id, lease: session } = await storeUser(site.store.table, changes)
  return { id, call: { token: site.userPool.token(id), sessionId: session?.id } }
}

const countedIn = async (work: () => Promise<unknown>) =>
  metricsIn(await written(async () => void (await work())))

test('counts granted claims, and nothing for a successful heartbeat', async () => {
  const { call } = await student({ lease: null })
  const another = { ...call, browser: createBrowser() }
  expect(await countedIn(() => site.call(claimSession, call))).toEqual({ ClaimsGranted: [1] })
  expect(await countedIn(() => site.call(claimSession, another))).toEqual({ ClaimsRefused: [1] })
  const beating = await student()
  expect(await written(async () => void (await site.call(renewSession, beating.call)))).toBe('')
})

test('counts a change of Premium by an owner or a card once, however often it is sent', async () => {
  const { id, call } = await student()
  const { card, code } = await storeCard(site.store.table)
  const use = () => site.call(redeemCard, { ...call, body: { code } })
  const undo = () => site.call(undoCard, { ...owner, params: { id: card.id } })
  const give = () => site.call(setPremium, { ...owner, params: { id }, body: { isPremium: true } })
  for (const change of [use, undo, give]) {
    expect(await countedIn(change)).toEqual({ PremiumChanges: [1] })
    expect(await countedIn(change)).toEqual({})
  }
})

test('counts issued tickets, and a document that Drive does not deliver', async () => {
  installStreamingRuntime()
  const origin = (await import('../files/origin.ts')).handler as unknown as StreamingHandler
  const id = 'film-ondes'
  await site.stores.resources.putAll([resourceFixture({ id, type: 'video', source: 'v1' })])
  const { call } = await student({ isPremium: true })
  expect(await countedIn(() => site.call(getTicket, { ...call, params: { id } }))).toEqual({
    TicketsIssued: [1],
  })
  site.drive.files.clear()
  const path = `/files/${id}/v1/inline/film.mp4`
  expect(await countedIn(() => fetchFile(origin, path))).toEqual({ DocumentFailures: [1] })
})

test('counts refusals of a trigger, and not the accounts that it accepts', async () => {
  const { handler } = await import('../identity/pre-sign-up.ts')
  const trying = async (email: string, validationData: object) => {
    const request = { userAttributes: { email }, validationData }
    const event = { triggerSource: 'PreSignUp_SignUp', userName: 'name', request, response: {} }
    return countedIn(() => handler(event as unknown as PreSignUpTriggerEvent).catch(() => undefined))
  }
  expect(await trying(PRIMARY_OWNER, await newSignUpProof())).toEqual({ SignInsRefused: [1] })
  expect(await trying('nouvelle@exemple.test', await newSignUpProof())).toEqual({})
})

test.each<{ code: ErrorCode; cause?: Error; name: string | null }>([
  { code: 'AUTHENTICATION_REQUIRED', name: 'AccessRefused' },
  { code: 'ACCOUNT_BLOCKED', name: 'AccessRefused' },
  { code: 'SESSION_INACTIVE', name: 'AccessRefused' },
  { code: 'CONFLICT', name: 'RequestsRefused' },
  { code: 'TOO_MANY_REQUESTS', name: null },
  { code: 'SESSION_ALREADY_ACTIVE', name: 'ClaimsRefused' },
  { code: 'DOCUMENT_UNAVAILABLE', name: 'RequestsRefused' },
  { code: 'DOCUMENT_UNAVAILABLE', cause: new Error('Drive answered 404'), name: 'DocumentFailures' },
  { code: 'DOCUMENT_SOURCE_FAILED', name: 'DocumentFailures' },
  { code: 'TEMPORARILY_UNAVAILABLE', name: 'Failures' },
  { code: 'INTERNAL_ERROR', name: 'Failures' },
])('counts $code as $name', async ({ code, cause, name }) => {
  const { countRefusal } = await import('./metrics.ts')
  const counted = await countedIn(async () => countRefusal(new DomainError(code, { cause })))
  expect(counted).toEqual(name === null ? {} : { [name]: [1] })
})
