import { orderPublication, getPublication as route } from '#shared/contract/admin/publication.ts'
import { createPublications } from '../../data/publication.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { startSite } from '../../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
afterAll(() => site.stop())

const now = new Date('2026-06-01T10:00:00.000Z')
const later = (seconds: number) => new Date(Date.now() + seconds * 1_000)

test('answers the state of the publication, from the first one to one that ended without a result', async () => {
  const publications = createPublications(site.store.table)
  const read = async () => (await admin.asOwner(route)).json
  expect(await read()).toEqual({ state: 'never', publishedAt: null, filesWritten: 0 })
  expect((await admin.asOwner(orderPublication)).json).toMatchObject({ state: 'requested' })

  const request = await publications.addRequest()
  await publications.begin(request, { runId: 'a', now: later(1), until: later(300) })
  expect(await read()).toMatchObject({ state: 'running' })
  await publications.finish('a', { now, filesWritten: 7 })
  const published = { publishedAt: now.toISOString(), filesWritten: 7 }
  expect(await read()).toEqual({ state: 'published', ...published })

  await publications.begin(await publications.addRequest(), { runId: 'b', now: later(2), until: later(300) })
  await publications.fail('b', later(3))
  expect(await read()).toMatchObject({ state: 'failed', publishedAt: now.toISOString() })

  await publications.begin(await publications.addRequest(), { runId: 'c', now: later(4), until: later(300) })
  expect(await read()).toMatchObject({ state: 'running' })
  await publications.finish('c', { now, filesWritten: 7 })
  await publications.begin(await publications.addRequest(), { runId: 'd', now: later(5), until: later(-1) })
  expect(await read()).toMatchObject({ state: 'failed' })
})
