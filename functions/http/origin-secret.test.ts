import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { type Caller, callerOf } from '../test-support/callers.ts'
import {
  answerOf,
  type Call,
  contextOf,
  eventOf,
  ORIGIN_SECRET,
  ORIGIN_SECRETS,
} from '../test-support/gateway.ts'
import { matrix } from '../test-support/matrix.ts'
import { settle } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'
import { ORIGIN_SECRET_HEADER } from './environment.ts'

let site: Site
let owner: Caller
beforeAll(async () => {
  site = await startSite()
  owner = await callerOf(site, 'primary owner')
})
afterAll(() => site.stop())

/** What stands in the header in place of the secret; undefined: there is none. */
const shown = {
  nothing: undefined,
  'an empty text': '',
  'another text': 'x'.repeat(ORIGIN_SECRET.length),
  'its beginning': ORIGIN_SECRET.slice(0, -1),
  'more than it': `${ORIGIN_SECRET}x`,
  'all that are trusted, in one': ORIGIN_SECRETS.join(','),
  'it, twice': `${ORIGIN_SECRET},${ORIGIN_SECRET}`,
}

const calledWith = async (route: Route, call: Call, secret: string | undefined) => {
  const event = eventOf(route, call)
  delete event.headers[ORIGIN_SECRET_HEADER]
  if (secret !== undefined) event.headers[ORIGIN_SECRET_HEADER] = secret
  return answerOf(await site.handlers[route.capability](event, contextOf()))
}

const named = Object.entries(routes as Record<RouteName, Route>) as [RouteName, Route][]

test.each(named)(
  'whoever walks round the edge finds no %s, and nothing is read for him',
  async (name, route) => {
    const other = await settle(site.store.table)
    const headers = { 'cloudfront-viewer-address': '198.51.100.7:50000' }
    const good = { ...owner.call, ...matrix[name].ask(owner.user, other), headers }
    site.store.operations.clear()
    for (const [kind, secret] of Object.entries(shown)) {
      const { status, json, headers: answered } = await calledWith(route, good, secret)
      expect([kind, status, json.code]).toEqual([kind, 404, 'NOT_FOUND'])
      expect(answered).toMatchObject({ 'cache-control': 'no-store' })
      expect(JSON.stringify(json)).not.toContain('secret')
    }
    expect(site.store.operations.list()).toEqual([])
  },
)

test.each(ORIGIN_SECRETS)(
  'whoever shows %s has come by the edge, while edge and functions change',
  async (secret) => {
    expect(await calledWith(routes.readSession, owner.call, secret)).toMatchObject({ status: 200 })
    expect(await calledWith(routes.getHealth, {}, secret)).toMatchObject({ status: 200 })
  },
)

test('of a route that is there a stranger hears what he hears of one that is not', async () => {
  const unknown = { ...routes.getHealth, path: '/api/nothing' } as const
  const answers = [await calledWith(routes.getHealth, {}, 'x'), await calledWith(unknown, {}, 'x')]
  expect(answers[0]).toEqual(answers[1])
})
