import { poolCalls } from '#scripts/local/test-support/pool-calls.ts'
import { checkReference } from '#shared/contract/admin-documents.ts'
import { listAudit } from '#shared/contract/admin-security.ts'
import { listUsers, setPremium } from '#shared/contract/admin-users.ts'
import { getChapter, getHealth, listSubjects, listVideos } from '#shared/contract/catalogue.ts'
import { getTicket } from '#shared/contract/files.ts'
import { listProgress, markDocuments } from '#shared/contract/progress.ts'
import { claimSession, readSession, renewSession } from '#shared/contract/session.ts'
import type { Mark } from '#shared/domain/progress.ts'
import { PASSWORD, type Serial } from '../changes/accounts.ts'
import { FILE } from '../changes/changes.ts'
import { type Call, callApi } from '../product/call-api.ts'
import type { Product } from '../product/product.ts'
import type { SignedIn } from '../product/signed-in.ts'
import { fetchPart } from './documents.ts'
import { type Expectation, judge, type Verdict } from './judge.ts'
import type { People, Student } from './people.ts'

export type Visit = {
  product: Product
  owner: SignedIn
  people: People
  serial: Serial
  /** The marks that the student was told are kept; one whose change broke off may be either. */
  kept: Map<string, Mark>
}

/** Calls one after the other; several such rows run at once. */
export type Row = () => AsyncGenerator<Verdict>

const CHAPTER = { track: 'science-math', theme: 'ondes', chapter: '1' }

/**
 * What everyone but the owner's hands do: each row a few calls by one person, with what they may be answered.
 * No more than four ask the same function at once: local mode lets further calls wait, which is no fault of a service.
 * @param parts how much of a document each reader fetches
 */
export function rowsOf(visit: Visit, parts: number): Row[] {
  const { people } = visit
  return [
    () => publicPages(visit),
    () => aStudent(visit),
    () => outsiders(visit),
    () => dashboards(visit),
    ...people.documents.paths.map((path) => () => aReader(visit, path, parts)),
  ]
}

const fine = (what: string, look?: Expectation['look']): Expectation => ({
  what,
  success: 'fine',
  refusals: [],
  ...(look && { look }),
})

async function* publicPages({ product, people }: Visit): AsyncGenerator<Verdict> {
  const calls: Call[] = [
    { route: getHealth },
    { route: listSubjects, query: { track: 'SM' } },
    { route: getChapter, params: CHAPTER },
    { route: listVideos },
    { route: getTicket, params: { id: people.documents.free } },
  ]
  for (const call of calls) yield judge(await callApi(product, {}, call), fine(`anybody ${nameOf(call)}`))
  const closed = { route: getTicket, params: { id: people.documents.premium } }
  yield judge(await callApi(product, {}, closed), {
    what: 'anybody asks for a Premium document',
    success: 'never',
    refusals: ['AUTHENTICATION_REQUIRED'],
  })
}

async function* aStudent({ people, serial, kept }: Visit): AsyncGenerator<Verdict> {
  const { premium, documents } = people
  const isOwn = ({ json }: { json: Record<string, unknown> }) =>
    (json.profile as { id?: string } | undefined)?.id === premium.id ? null : "another's profile"
  const calls: [Call, Expectation['look']?][] = [
    [{ route: renewSession }, isOwn],
    [{ route: readSession }, isOwn],
    [
      { route: claimSession, body: { sessionId: premium.sessionId } },
      ({ json }) => (json.sessionId === premium.sessionId ? null : 'the session changed'),
    ],
    [{ route: getTicket, params: { id: documents.premium } }],
    [{ route: listProgress, query: { track: 'SM' } }],
  ]
  for (const [call, look] of calls)
    yield judge(await premium.send(call), fine(`a student ${nameOf(call)}`, look))
  for (const id of [documents.premium, documents.free]) {
    const mark: Mark = serial() % 2 === 0 ? 'done' : 'review'
    const call: Call = { route: markDocuments, params: CHAPTER, body: { marks: [{ id, mark }] } }
    const answer = await premium.send(call)
    if (answer?.status === 200) kept.set(id, mark)
    else kept.delete(id)
    // Its own repetition may have come in between.
    yield judge(answer, { ...fine(`a student ${nameOf(call)}`), refusals: ['CONFLICT'] })
  }
}

async function* outsiders(visit: Visit): AsyncGenerator<Verdict> {
  yield* anotherDevice(visit)
  yield* somebodyBlocked(visit)
}

async function* anotherDevice({ product, people }: Visit): AsyncGenerator<Verdict> {
  const headers = { authorization: `Bearer ${people.premium.token}` }
  const claim = await callApi(product, headers, { route: claimSession, body: {} })
  yield judge(claim, {
    what: 'another device claims a held session',
    success: 'never',
    refusals: ['SESSION_ALREADY_ACTIVE'],
  })
  const ticket = { route: getTicket, params: { id: people.documents.premium } }
  yield judge(await callApi(product, headers, ticket), {
    what: 'another device without a session asks for a document',
    success: 'never',
    refusals: ['SESSION_INACTIVE'],
  })
}

async function* somebodyBlocked({ product, people }: Visit): AsyncGenerator<Verdict> {
  const { blocked, documents } = people
  const calls: Call[] = [
    { route: renewSession },
    { route: readSession },
    { route: claimSession, body: {} },
    { route: getTicket, params: { id: documents.premium } },
    { route: markDocuments, params: CHAPTER, body: { marks: [{ id: documents.free, mark: 'done' }] } },
  ]
  for (const call of calls) yield refused(blocked, call, 'ACCOUNT_BLOCKED')
  yield await knocking(product, blocked)
}

/** A sign-in with the right password of a blocked account. */
async function knocking({ usersUrl, pool }: Product, { email }: Student): Promise<Verdict> {
  const startedAt = performance.now()
  const { body } = await poolCalls(usersUrl, pool.clientId).signIn(email, PASSWORD)
  const text = 'a blocked account signed in'
  const findings = body.AuthenticationResult ? [{ kind: 'opened' as const, text }] : []
  return { outcome: 'barred', ms: performance.now() - startedAt, isLong: false, findings }
}

async function* dashboards(visit: Visit): AsyncGenerator<Verdict> {
  yield* somebodyFree(visit)
  yield* anOwner(visit)
}

async function* somebodyFree({ people }: Visit): AsyncGenerator<Verdict> {
  const { free, documents } = people
  yield refused(free, { route: getTicket, params: { id: documents.premium } }, 'PREMIUM_REQUIRED')
  yield refused(
    free,
    { route: setPremium, params: { id: free.id }, body: { isPremium: true } },
    'OWNER_REQUIRED',
  )
  yield refused(free, { route: listUsers }, 'OWNER_REQUIRED')
  const open = { route: getTicket, params: { id: documents.free } }
  yield judge(await free.send(open), fine('a free student asks for a free document'))
}

async function refused(who: SignedIn, call: Call, code: Expectation['refusals'][number]): Promise<Verdict> {
  const what = `${code} for ${nameOf(call)}`
  return judge(await who.send(call), { what, success: 'never', refusals: [code] })
}

async function* anOwner({ owner }: Visit): AsyncGenerator<Verdict> {
  const calls: Call[] = [
    { route: listUsers },
    { route: listAudit },
    { route: checkReference, query: { file: `${FILE}-reference`, type: 'pdf' } },
  ]
  for (const call of calls) yield judge(await owner.send(call), fine(`an owner ${nameOf(call)}`))
}

const PART = 2_000

async function* aReader({ product, serial }: Visit, path: string, parts: number): AsyncGenerator<Verdict> {
  for (let part = 0; part < parts; part += 1) {
    // A range of its own each time, so that its attempts can be told from others at Drive's door.
    const start = serial()
    const fetched = await fetchPart(product, path, `${start}-${start + PART - 1}`)
    // Of an answer that broke off the reader sees that it did, and asks again.
    if (fetched.kind === 'broken') yield { outcome: 'refused', ms: fetched.ms, isLong: false, findings: [] }
    else
      yield judge(
        fetched.answer,
        fine('a reader fetches a document', ({ status }) =>
          status === 206 && fetched.bytes.length === PART ? null : `${status}, ${fetched.bytes.length} bytes`,
        ),
      )
  }
}

function nameOf({ route }: Call): string {
  return `${route.method} ${route.path}`
}
