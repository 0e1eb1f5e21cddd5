import { vi } from 'vitest'
import { startTestServices, type TestServices } from '#scripts/local/test-support/services.ts'
import { PUBLIC_CACHE_SECONDS } from '#shared/contract/catalogue.ts'
import type { RenderedFile } from '#shared/contract/published-content.ts'
import { createSiteBucket } from '../aws/buckets.ts'
import { createPublications } from '../data/site.ts'
import { wipe } from '../test-support/content.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { type PublishingDeps, publishSite } from './publish-site.ts'

let store: TestTable
let services: TestServices
let publications: ReturnType<typeof createPublications>
let pages: Record<string, string>
let runs = 0

beforeAll(async () => {
  ;[store, services] = await Promise.all([startTable(), startTestServices()])
  publications = createPublications(store.table)
})
afterAll(async () => {
  await Promise.all([store.stop(), services.close()])
})
beforeEach(async () => {
  await wipe(store.table, /^PUBLICATION$/)
  for (const key of services.bucket.objects.keys()) services.bucket.delete(key)
  services.failWith(null)
  services.operations.clear()
  services.invalidated.clear()
  pages = { 'index.html': 'Accueil', 'premium.html': '250 DH', 'sitemap.xml': '<urlset/>' }
})

const page = ([path, body]: [string, string]): RenderedFile => {
  return { path, body, contentType: 'text/html; charset=utf-8' }
}
const renderPages = () => Object.entries(pages).map(page)
const stored = () => [...services.bucket.objects.keys()].toSorted()
const failing = async function* () {
  yield* Array.from({ length: 20 }, (_, index) => page([`index-${index}.html`, 'Accueil']))
  throw new Error('A component failed')
}

function createDeps(changes: Partial<PublishingDeps> = {}): PublishingDeps {
  return {
    publications,
    bucket: createSiteBucket('site-test'),
    clock: { now: () => new Date() },
    async *render() {
      yield* renderPages()
    },
    ...changes,
  }
}

const publish = (changes?: Partial<PublishingDeps>, remainingMs = 60_000) =>
  publishSite(createDeps(changes), { id: `run-${(runs += 1)}`, remainingMs: () => remainingMs })

test('stores only the file that differs, invalidates nothing, and then does nothing more', async () => {
  await publish()
  services.operations.clear()
  pages['premium.html'] = '300 DH'
  expect(await publish()).toEqual(['premium.html'])
  // 1,200 documents that are entered one by one would cost 37 USD in invalidations.
  expect(services.operations.list().toSorted()).toEqual(['ListObjectsV2', 'PutObject'])
  expect(services.invalidated.list()).toEqual([])
  // Copies end at the edge early enough for a change to be on pages within a minute.
  const cacheControl = `public, max-age=0, s-maxage=${PUBLIC_CACHE_SECONDS}, must-revalidate`
  expect(services.bucket.get('premium.html')).toMatchObject({ cacheControl })
  expect(PUBLIC_CACHE_SECONDS).toBeLessThanOrEqual(30)
  services.operations.clear()
  expect(await publish()).toEqual([])
  expect(services.operations.list()).toEqual(['ListObjectsV2'])
})

test('deletes pages that no longer exist, and keeps the files of deployments', async () => {
  await publish()
  const headers = { contentType: 'text/javascript', cacheControl: null, metadata: {} }
  services.bucket.put('assets/app-1.js', Buffer.from('script'), headers)
  delete pages['premium.html']
  expect(await publish()).toEqual(['premium.html'])
  expect(stored()).toEqual(['assets/app-1.js', 'index.html', 'sitemap.xml'])
})

test('draws a card once, and deletes it when no page names it', async () => {
  const path = 'apercus/bac-sm-2023-normale-1.png'
  const draw = vi.fn(async () => new Uint8Array([137, 80, 78, 71]))
  const withCard = {
    async *render() {
      yield* renderPages()
      yield { path, draw }
    },
  }
  await publish(withCard)
  const drawn = { body: Buffer.from([137, 80, 78, 71]), contentType: 'image/png' }
  expect(services.bucket.get(path)).toMatchObject(drawn)
  expect(await publish(withCard)).toEqual([])
  expect(draw).toHaveBeenCalledTimes(1)
  expect(await publish()).toEqual([path])
})

test('publishes the requests of the time of a publication in one further publication', async () => {
  const released = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  let renderings = 0
  async function* render() {
    renderings += 1
    begun.resolve()
    if (renderings === 1) await released.promise
    yield* renderPages()
  }
  const first = publish({ render })
  await begun.promise
  pages['premium.html'] = '300 DH'
  const begin = vi.spyOn(publications, 'begin')
  const burst = Array.from({ length: 5 }, () => publish({ render }))
  while (begin.mock.calls.length < 5) await new Promise((resolve) => setImmediate(resolve))
  begin.mockRestore()
  released.resolve()
  const outcomes = await Promise.all([first, ...burst])
  expect(renderings).toBe(2)
  expect(outcomes.filter((changed) => changed === null)).toHaveLength(4)
  expect(services.bucket.get('premium.html')?.body.toString()).toBe('300 DH')
  expect(await publications.read()).toMatchObject({ requests: 6, published: 6, runningUntil: null })
})

test('keeps the requests of a failed publication open, and a retry writes the rest', async () => {
  let calls = 0
  services.failWith((operation) => {
    if (operation !== 'PutObject') return undefined
    calls += 1
    return calls === 1 ? undefined : { status: 403, type: 'AccessDenied' }
  })
  await expect(publish()).rejects.toThrow()
  const failed = { runningUntil: null, failedAt: expect.any(String) }
  expect(await publications.read()).toMatchObject({ requests: 1, published: 0, ...failed })
  services.failWith(null)
  await publish()
  expect(stored()).toEqual(Object.keys(pages).toSorted())
  expect(await publications.read()).toMatchObject({ requests: 2, published: 2, failedAt: null })
})

test('deletes nothing when rendering fails', async () => {
  await publish()
  await expect(publish({ render: failing })).rejects.toThrow('A component failed')
  expect(services.bucket.get('premium.html')).not.toBeNull()
})

test('takes the lock of a run that ended without a result, once its time is over', async () => {
  const request = await publications.addRequest()
  const now = new Date('2026-06-01T10:00:00Z')
  const until = new Date('2026-06-01T10:05:00Z')
  await publications.begin(request, { runId: 'lost', now, until })
  const clock = { now: () => new Date('2026-06-01T10:05:01Z') }
  expect(await publish({ clock })).toHaveLength(3)
})
