import { orderPublication, getPublication as route } from '#shared/contract/admin/publication.ts'
import { createPublications } from '../../data/publication.ts'
import { createCaller } from '../../test-support/callers.ts'
import type { Call } from '../../test-support/gateway.ts'
import { type Site, startSite } from '../../test-support/site.ts'

let site: Site
let owner: Call
const now = new Date('2026-06-01T10:00:00.000Z')
const later = (seconds: number) => new Date(Date.now() + seconds * 1_000)

beforeAll(async () => {
  site = await startSite()
  owner = (await createCaller(site, 'primary owner')).call
})
afterAll(async () => {
  await site.stop()
})

test('answers the state of the publication, from the first to a failed one', async () => {
  const publications = createPublications(site.store.table)
  const read = async () => (await site.call(route, owner)).json
  expect(await read()).toEqual({ state: 'never', publishedAt: null, filesWritten: 0 })

  const ordered = await site.call(orderPublication, owner)
  expect(ordered.json).toMatchObject({ state: 'requested' })

  const request = await publications.addRequest()
  await publications.begin(request, { runId: 'a', now: later(1), until: later(300) })
  expect(await read()).toMatchObject({ state: 'running' })
  await publications.finish('a', { now, filesWritten: 7 })
  expect(await read()).toEqual({ state: 'published', publishedAt: now.toISOString(), filesWritten: 7 })

  await publications.begin(await publications.addRequest(), { runId: 'b', now: later(2), until: later(300) })
  await publications.fail('b', later(3))
  expect(await read()).toMatchObject({ state: 'failed', publishedAt: now.toISOString() })
})

test('answers failed for a publication whose function ended without a result', async () => {
  const publications = createPublications(site.store.table)
  const lost = { runId: 'c', now: later(4), until: later(-1) }
  await publications.begin(await publications.addRequest(), lost)
  expect((await site.call(route, owner)).json).toMatchObject({ state: 'failed' })
})
