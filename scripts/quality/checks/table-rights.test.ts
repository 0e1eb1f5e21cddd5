import { createHash, randomUUID } from 'node:crypto'
import { ownDeletion } from '#functions/account-lifecycle/reconciliation.ts'
import { AUDIT, ledgerPartition, paymentRequestKey, reportId } from '#functions/data/keys.ts'
import { MOST_KEPT_EXAMS } from '#functions/data/mock-exams.ts'
import { tableShape } from '#functions/data/table/table-shape.ts'
import { copyPath } from '#functions/delivery/file-path.ts'
import { createCaller, createCallers } from '#functions/test-support/callers.ts'
import { PICTURES, PREPARED, resourceFixture } from '#functions/test-support/content.ts'
import { type Call, createContext } from '#functions/test-support/gateway.ts'
import { ordinaryCall, seedOrdinarySite } from '#functions/test-support/ordinary-calls.ts'
import { documentPath } from '#functions/test-support/origin.ts'
import { newSignUpProof } from '#functions/test-support/people.ts'
import { openPublisher } from '#functions/test-support/publishing.ts'
import { sampleCall, seedSamples } from '#functions/test-support/samples.ts'
import { type Site, startSite } from '#functions/test-support/site.ts'
import {
  fetchFile,
  installStreamingRuntime,
  type StreamingHandler,
} from '#functions/test-support/streaming-runtime.ts'
import { tableStatements } from '#infra/constructs/functions/capability-function.ts'
import { type TableGrant, tableGrants } from '#infra/grants.ts'
import { functionsOf, statementsOf, synthesise } from '#infra/test-support/synthesise.ts'
import {
  type Access,
  accessesOf,
  isAllowed,
  JUDGED,
  type TableCall,
} from '#infra/test-support/table-policy.ts'
import { subjectId } from '#shared/catalogue/subjects.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { Route } from '#shared/contract/define-route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { daysBefore, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { documentOfResource, documentOfSubject } from '#shared/domain/documents/document.ts'
import { preparedPath } from '#shared/entities/prepared-document.ts'
import { type Question, sampleQuestion } from '#shared/entities/question.ts'
import {
  sampleMockExam,
  samplePaymentRequest,
  sampleResource,
  sampleSubject,
} from '#shared/entities/samples.ts'
import type { User } from '#shared/entities/user.ts'

// Every function makes its calls of the table here; the synthesised policies of its role must allow them, and no more.

const mail = { from: 'site@exemple.test' }
const limited = synthesise('prod', { mail })

/** The bytes of the samples' file, and a file of a document that was deleted, which has its name. */
const DIGEST = createHash('sha256').update('%PDF-1.4').digest('hex')
const GONE = 'd'.repeat(64)

const observed: Record<string, TableCall[]> = {}

/** Records the calls of the table that the function makes. */
async function observe(site: Site, name: string, work: () => Promise<unknown>): Promise<void> {
  const calls = (observed[name] ??= [])
  site.store.watch((operation, input) => calls.push({ operation, input }))
  await work()
  site.store.watch(null)
}

beforeAll(async () => {
  const site = await startSite()
  try {
    await seedOrdinarySite(site)
    await observeRoutes(site)
    await observeTriggers(site)
    await observeTasks(site)
  } finally {
    await site.stop()
  }
})

/** Calls each route as ordinary, changes a second time, and what owners change as an admin who is no owner. */
async function observeRoutes(site: Site): Promise<void> {
  const callers = createCallers(site)
  const admin = (await createCaller(site, 'non-owner admin')).call
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    const ordinary = await ordinaryCall(site, callers, name)
    const isChange = route.method !== 'GET'
    for (let count = 0; count < (isChange ? 2 : 1); count += 1)
      await observe(site, route.capability, () => site.call(route, ordinary))
    if (isChange && route.access === 'owner')
      await observe(site, route.capability, () => site.call(route, { ...admin, ...sampleCall(name) }))
  }
}

/** Runs Cognito's triggers: a sign-up, sign-ins without a profile and with a new second factor, a replaced password. */
async function observeTriggers(site: Site): Promise<void> {
  const [preSignUp, postConfirmation, postAuthentication] = await Promise.all([
    import('#functions/identity/pre-sign-up.ts'),
    import('#functions/identity/post-confirmation.ts'),
    import('#functions/identity/post-authentication.ts'),
  ])
  const event = (triggerSource: string, { id, email }: Pick<User, 'id' | 'email'>, validationData = {}) =>
    ({
      triggerSource,
      userPoolId: process.env.USER_POOL_ID,
      userName: id,
      request: { userAttributes: { sub: id, email }, validationData },
      response: {},
    }) as never
  const newcomer = { id: randomUUID(), email: 'premiere@exemple.test' }
  const admin = await site.enrol({ isAdmin: true })
  site.userPool.enrol({ id: admin.id, hasSecondFactor: true })
  const proof = await newSignUpProof()
  await observe(site, 'pre-sign-up', () => preSignUp.handler(event('PreSignUp_SignUp', newcomer, proof)))
  await observe(site, 'post-confirmation', async () => {
    await postConfirmation.handler(event('PostConfirmation_ConfirmSignUp', newcomer))
    await postConfirmation.handler(event('PostConfirmation_ConfirmForgotPassword', admin))
  })
  await observe(site, 'post-authentication', async () => {
    for (const user of [admin, { id: randomUUID(), email: 'sans-profil@exemple.test' }])
      await postAuthentication.handler(event('PostAuthentication_Authentication', user))
  })
}

/** Runs the daily tasks with work to do, the same work asked for by an owner, and the document origin. */
async function observeTasks(site: Site): Promise<void> {
  const { call: owner, user } = await createCaller(site, 'primary owner')
  const { handler: reconcile } = await import('#functions/account/reconcile-accounts.ts')
  await leaveWork(site, owner)
  await observe(site, 'reconcile-accounts', reconcile)
  site.userPool.enrol({ email: 'sans-profil-non-plus@exemple.test' })
  await observe(site, 'admin', () => site.call(routes.syncUsers, { ...owner, ...sampleCall('syncUsers') }))

  await seedSamples(site)
  await observePreparation(site)
  const proposals = { ...owner, ...sampleCall('readProposals') }
  await observe(site, 'documents', () => site.call(routes.readProposals, proposals))
  const { handler: check } = await import('#functions/documents/check-documents.ts')
  const whole = { ...createContext(), getRemainingTimeInMillis: () => 900_000 }
  await observeCheck(site, 'check-documents', () => check({}, whole))
  await observeCheck(site, 'documents', async () => {
    let cursor: string | null = null
    do {
      const query = cursor === null ? {} : { cursor }
      const { status, json } = await site.call(routes.checkDocuments, { ...owner, query })
      expect(status).toBe(200)
      cursor = json['nextCursor'] as string | null
    } while (cursor !== null)
    await site.call(routes.listBrokenDocuments, owner)
  })

  await observeMails(site)
  await observe(site, 'publisher', await openPublisher(site.store.table))

  installStreamingRuntime()
  const { handler } = await import('#functions/files/origin.ts')
  const { handler: copy } = await import('#functions/copies/handler.ts')
  const subject = documentOfSubject({ ...sampleSubject, digest: DIGEST })
  const document = documentOfResource({ ...sampleResource, digest: DIGEST })
  const free = resourceFixture({ isFree: true })
  await site.stores.resources.putAll([free])
  await observe(site, 'files', () => site.call(routes.getTicket, { params: { id: free.id } }))
  for (const { id, version, fileName } of [document, subject]) {
    const path = copyPath({ documentId: id, version, userId: user.id, fileName })
    await observe(site, 'copies', () => fetchFile(copy as unknown as StreamingHandler, path))
    await observe(site, 'origin', () =>
      fetchFile(handler as unknown as StreamingHandler, documentPath({ ...document, id })),
    )
    for (const caller of [owner, { ...owner, query: { disposition: 'print' } }, {}])
      await observe(site, 'files', () => site.call(routes.getTicket, { ...caller, params: { id } }))
  }
  const report = sampleCall('reportError', { [subjectId(sampleSubject)]: document.id })
  await observe(site, 'progress', () => site.call(routes.reportError, { ...owner, ...report }))
  const sitting = await site.enrol({ isPremium: true })
  const exams = Array.from({ length: MOST_KEPT_EXAMS }, (_, index) => ({
    ...sampleMockExam,
    id: `0000-${index}`,
  }))
  await site.stores.mockExams.putAll(sitting.id, exams)
  const start = sampleCall('startMockExam')
  await observe(site, 'progress', () => site.call(routes.startMockExam, { ...site.as(sitting), ...start }))
  await observe(site, 'account', () => site.call(routes.getPersonalData, owner))
  const leaving = await site.enrol()
  await site.stores.questions.putAll([publishedQuestion(leaving)])
  await observe(site, 'account', () => site.call(routes.deleteAccount, site.as(leaving)))
}

/** Prepares a deletion and a block that Cognito has not carried out, and an account without a profile. */
async function leaveWork({ stores, userPool, call, enrol, heal }: Site, owner: Call): Promise<void> {
  const leaving = await enrol()
  const chapter = { userId: leaving.id, track: TRACK_CODES[0], theme: 'ondes', chapter: 1 }
  await stores.progress.changeMarks(chapter, () => new Map([['r-1', { mark: 'done' }]]), new Date())
  await stores.questions.putAll([publishedQuestion(leaving)])
  await stores.users.beginDeletion(leaving, ownDeletion(leaving, new Date()))
  userPool.failWith(() => ({ status: 500, type: 'InternalErrorException' }))
  await call(routes.blockEmail, { ...owner, ...sampleCall('blockEmail') })
  heal()
  userPool.enrol({ email: 'sans-profil@exemple.test' })
}

/** Returns a question of an account whose answer is on a page. */
function publishedQuestion({ id: userId }: Pick<User, 'id'>): Question {
  return {
    ...sampleQuestion,
    id: reportId(userId, sampleQuestion.id.slice(37)),
    userId,
    answer: 'Une réponse',
    answerHtml: '<p>Une réponse</p>',
    answeredAt: new Date().toISOString(),
    publication: { id: userId, text: 'Une question' },
  }
}

/** Runs a decision and a reminder of which students are told. */
async function observeMails(site: Site): Promise<void> {
  const today = moroccanDay(new Date())
  await site.enrol({ isPremium: true, premiumUntil: daysBefore(today, -3) })
  const decidedAt = new Date().toISOString()
  await site.stores.paymentRequests.putAll([
    { ...samplePaymentRequest, status: 'refused', decidedAt, decidedBy: 'proprietaire@exemple.test' },
  ])
  Object.assign(process.env, { SITE_NAME: 'Site', MAIL_FROM: mail.from, MAIL_REGION: 'eu-west-3' })
  const { handler } = await import('#functions/mails/handler.ts')
  const { pk, sk } = paymentRequestKey(samplePaymentRequest.id)
  const change = { dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } } }
  await observe(site, 'mails', () => handler({ Records: [change] }))
  await observe(site, 'mails', () => handler({}))
}

/** Prepares documents that are new, broken, whole again and deleted, and removes pictures that no document has. */
async function observePreparation(site: Site): Promise<void> {
  const { handler } = await import('#functions/preparation/handler.ts')
  // The samples' file was drawn before for another document.
  for (const prepared of [DIGEST, GONE])
    await site.stores.prepared.save(prepared, { pages: 2, size: 9, pictures: PICTURES }, prepared)
  for (const prepared of [DIGEST, PREPARED.digest ?? '']) {
    const headers = { contentType: 'application/json', cacheControl: null, metadata: {} }
    const manifest = { pictures: [], textBytes: 12, outline: [], links: [] }
    for (const [name, json] of Object.entries({ text: { pages: [] }, manifest }))
      site.services.pages.put(
        `${preparedPath(prepared).slice(1)}/${name}.json`,
        Buffer.from(JSON.stringify(json)),
        headers,
      )
  }
  const prepare = (documentId: string) =>
    handler({ Records: [{ body: JSON.stringify({ documentId }) }] } as Parameters<typeof handler>[0])
  for (const documentId of [sampleResource.id, subjectId(sampleSubject)])
    await observeCheck(site, 'preparation', () => prepare(documentId))
  await observe(site, 'preparation', () => prepare(GONE))
  await observe(site, 'preparation', () => handler({}))
}

/** Looks at documents whose files have become broken, then whole again. */
async function observeCheck(site: Site, name: string, check: () => Promise<unknown>): Promise<void> {
  const { files } = site.drive
  const whole = [...files]
  files.clear()
  await observe(site, name, check)
  for (const [id, file] of whole) files.set(id, file)
  await observe(site, name, check)
}

const statements = (name: string) => {
  const resource = functionsOf(limited)[name]
  if (!resource) throw new Error(`No function ${name}`)
  return statementsOf(limited, resource).filter(({ Action }) => [Action].flat()[0]?.startsWith('dynamodb:'))
}

const FUNCTIONS = Object.keys(functionsOf(limited))
const WITH_TABLE = Object.entries(tableGrants).map(([key, grant]) => ({
  name: key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  grants: [grant].flat() as TableGrant[],
}))

/** Lists the calls that are not allowed. */
const denied = (name: string, judged: (typeof JUDGED)[number]) => {
  const accesses = (observed[name] ?? []).flatMap((call) => accessesOf(call, judged))
  const granted = statements(name)
  const refused = accesses.filter((access) => !isAllowed(granted, access))
  return [...new Set(refused.map((access) => JSON.stringify(access)))]
}

describe.each(WITH_TABLE)('$name', ({ name, grants }) => {
  test.each(JUDGED)('is allowed its calls, judged %s', (judged) => {
    expect(denied(name, judged)).toEqual([])
  })

  // For the case that AWS denies a transaction: `limitPartitions` in infra/stages.ts.
  test('has the same actions, and no condition on keys, with rights on the whole table', () => {
    const [limits, none] = [true, false].map((isLimited) =>
      grants.flatMap((grant) => tableStatements(grant, 'arn:table', isLimited).map((each) => each.toJSON())),
    )
    expect(JSON.stringify(none)).not.toContain('LeadingKeys')
    const allowed = (all: typeof none) =>
      all?.flatMap(({ Effect, Action }) => (Effect === 'Allow' ? Action : [])).toSorted()
    expect(allowed(none)).toEqual(allowed(limits))
  })

  test('has no action, partition or index that it does not use', () => {
    const accesses = (observed[name] ?? []).flatMap((call) => accessesOf(call, 'item by item'))
    const used = (grant: TableGrant, access: Access) =>
      access.index === null &&
      (grant.actions as readonly string[]).includes(access.action) &&
      (grant.partitions ?? ['*']).some((pattern) => isWithin(pattern, access))
    const unused = grants.flatMap((grant) => {
      const own = accesses.filter((access) => used(grant, access))
      const indexes = accesses.map(({ index }) => index)
      return [
        ...grant.actions.filter((action) => !own.some((access) => access.action === action)),
        ...(grant.partitions ?? []).filter((pattern) => !own.some((access) => isWithin(pattern, access))),
        ...(grant.indexes ?? []).filter((index) => !indexes.includes(tableShape.indexes[index].name)),
      ]
    })
    expect(unused).toEqual([])
  })
})

const isWithin = (pattern: string, { keys: [key = ''] }: Access) =>
  pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern

test('no other function may touch the table', () => {
  const others = FUNCTIONS.filter((name) => statements(name).length > 0)
  expect(others.sort()).toEqual(WITH_TABLE.map(({ name }) => name).sort())
})

const ENTRY = { pk: { S: AUDIT } }
const transaction = (part: object) => ({ operation: 'TransactWriteItems', input: { TransactItems: [part] } })

const LEDGER_ENTRY = { pk: { S: ledgerPartition(samplePaymentRequest.userId) } }

test.each(FUNCTIONS)(
  '%s can neither change nor delete entries of log and ledger, nor put one alone',
  (name) => {
    const calls: TableCall[] = [ENTRY, LEDGER_ENTRY].flatMap((entry) => [
      { operation: 'UpdateItem', input: { Key: entry } },
      transaction({ Update: { Key: entry } }),
      { operation: 'DeleteItem', input: { Key: entry } },
      transaction({ Delete: { Key: entry } }),
      { operation: 'PutItem', input: { Item: entry } },
    ])
    const granted = statements(name)
    const allowed = calls.filter((call) =>
      accessesOf(call, 'item by item').every((access) => isAllowed(granted, access)),
    )
    expect(allowed).toEqual([])
  },
)

test('the functions that add audit entries, and no other, may put one in a transaction', () => {
  const [put] = accessesOf(transaction({ Put: { Item: ENTRY } }), 'item by item')
  const adding = FUNCTIONS.filter((name) => isAllowed(statements(name), put as Access))
  expect(adding.toSorted()).toEqual([
    'account',
    'admin',
    'documents',
    'post-authentication',
    'reconcile-accounts',
  ])
})

test.each(FUNCTIONS)('%s can neither scan nor use PartiQL or batch writes', (name) => {
  const actions = statements(name).flatMap(({ Action }) => Action)
  expect(actions.filter((action) => /Scan|PartiQL|BatchWrite|\*/.test(action))).toEqual([])
})
