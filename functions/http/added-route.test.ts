import * as fc from 'fast-check'
import * as v from 'valibot'
import { vi } from 'vitest'
import { type Access, route } from '#shared/contract/route.ts'
import * as contract from '#shared/contract/routes.ts'
import type * as Api from './api.ts'
import { on } from './on.ts'

const annotate = <A extends Access>(access: A) =>
  route({
    method: 'PUT',
    path: `/api/notes/${access}/{id}`,
    access,
    capability: 'admin',
    params: v.object({ id: v.pipe(v.string(), v.regex(/^[a-z]{1,20}$/)) }),
    body: v.object({ text: v.pipe(v.string(), v.maxLength(100)), isPinned: v.boolean() }),
    response: v.object({ id: v.string(), text: v.string() }),
    sample: { params: { id: 'ondes' }, body: { text: 'À relire', isPinned: true } },
  })
const added = {
  annotateAsUser: annotate('user'),
  annotateAsAdmin: annotate('admin'),
  annotateAsOwner: annotate('owner'),
}
const handlers = Object.values(added).map((each) =>
  on(each, ({ params, body }) => ({ id: params.id, text: body.text })),
)

process.env.POWERTOOLS_LOG_LEVEL = 'SILENT'
const api = await import('./api.ts')
// A new route needs only its contract and a line in a handler.
vi.doMock('#shared/contract/routes.ts', () => ({ routes: { ...contract.routes, ...added } }))
vi.doMock('./api.ts', () => ({
  createApi: ((deps, others) => {
    const isAdmin = others.some((each) => each.route.capability === 'admin')
    return api.createApi(deps, isAdmin ? [...others, ...handlers] : others)
  }) satisfies typeof Api.createApi,
}))
const { expectedAnswer } = await import('../test-support/authorisation.ts')
const { ADMITTED_CALLERS, CALLERS, createCaller } = await import('../test-support/callers.ts')
const { expectSafeAnswer, generatedCalls } = await import('../test-support/generated-calls.ts')
const { sampleCall } = await import('../test-support/samples.ts')
const { startSite } = await import('../test-support/site.ts')

let site: Awaited<ReturnType<typeof startSite>>
beforeAll(async () => {
  site = await startSite()
  site.store.bypassProxy()
})
afterAll(() => site.stop())

const cases = Object.entries(added).map(([name, each]) => ({ name: name as contract.RouteName, added: each }))

describe.each(cases)('an added route for the access level $added.access', ({ name, added: each }) => {
  test.each(CALLERS)('admits or refuses a caller who is %s', async (caller) => {
    const { call } = await createCaller(site, caller)
    const { status, json } = await site.call(each, { ...call, ...sampleCall(name) })
    expect(status === 200 ? '200' : `${status} ${String(json.code)}`).toBe(expectedAnswer(name, caller))
    if (status === 200) expect(json).toEqual({ id: 'ondes', text: 'À relire' })
  })

  test('answers no generated request with a server error or internal details', async () => {
    const { call } = await createCaller(site, ADMITTED_CALLERS[each.access])
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(generatedCalls(name), async (request) => {
        const answer = await site.call(each, { ...call, ...request })
        expectSafeAnswer(answer, request)
        statuses.add(answer.status)
      }),
    )
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]))
  })
})
