import { vi } from 'vitest'
import {
  DISTRIBUTION_ID_PARAMETER,
  startTestServices,
  type TestServices,
} from '#scripts/local/test-support/services.ts'
import type { RenderedFile } from '#shared/contract/published-content.ts'
import { createDistribution } from '../aws/distribution.ts'
import { createSiteBucket } from '../aws/site-bucket.ts'
import { createPublications, type Publications } from '../data/publication.ts'
import { wipe } from '../test-support/content.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { type PublishingDeps, publishSite } from './publish-site.ts'

let store: TestTable
let services: TestServices
let publications: Publications
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

function page([path, body]: [string, string]): RenderedFile {
  return { path, body, contentType: 'text/html; charset=utf-8' }
}

function createDeps(changes: Partial<PublishingDeps> = {}): PublishingDeps {
  return {
    publications,
    bucket: createSiteBucket('site-test'),
    distribution: createDistribution(DISTRIBUTION_ID_PARAMETER),
    clock: { now: () => new Date() },
    async *render() {
      yield* Object.entries(pages).map(page)
    },
    ...changes,
  }
}

const publish = (changes?: Partial<PublishingDeps>, remainingMs = 60_000) =>
  publishSite(createDeps(changes), { id: `run-${(runs += 1)}`, remainingMs: () => remainingMs })
const writes = () => services.operations.list().filter((operation) => operation === 'PutObject').length

test('stores every file with its headers in the first publication', async () => {
  expect(await publish()).toEqual(['index.html', 'premium.html', 'sitemap.xml'])
  expect(services.bucket.get('premium.html')).toMatchObject({
    body: Buffer.from('250 DH'),
    contentType: 'text/html; charset=utf-8',
    cacheControl: 'public, max-age=0, s-maxage=60, must-revalidate',
  })
  expect(await publications.read()).toMatchObject({
    requests: 1,
    published: 1,
    filesWritten: 3,
    runningUntil: null,
    finishedAt: expect.any(String),
  })
})

test('stores only the file that differs, and invalidates both of its paths', async () => {
  await publish()
  services.operations.clear()
  services.invalidated.clear()
  pages['premium.html'] = '300 DH'
  expect(await publish()).toEqual(['premium.html'])
  expect(writes()).toBe(1)
  expect(services.invalidated.list()).toEqual(['/premium', '/premium.html'])
})

test('writes and invalidates nothing when nothing differs', async () => {
  await publish()
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
  expect([...services.bucket.objects.keys()].toSorted()).toEqual([
    'assets/app-1.js',
    'index.html',
    'sitemap.xml',
  ])
})

test('draws a card once, and deletes it when no page names it', async () => {
  const draw = vi.fn(async () => new Uint8Array([137, 80, 78, 71]))
  const withCard = {
    async *render() {
      yield* Object.entries(pages).map(page)
      yield { path: 'apercus/bac-sm-2023-normale-1.png', draw }
    },
  }
  await publish(withCard)
  expect(services.bucket.get('apercus/bac-sm-2023-normale-1.png')).toMatchObject({
    body: Buffer.from([137, 80, 78, 71]),
    contentType: 'image/png',
  })
  expect(await publish(withCard)).toEqual([])
  expect(draw).toHaveBeenCalledTimes(1)
  expect(await publish()).toEqual(['apercus/bac-sm-2023-normale-1.png'])
})

test('stores the status of a deleted page', async () => {
  await publish({
    async *render() {
      yield { ...page(['sujets-bac/sm/2023-normale.html', 'Introuvable']), status: 404 }
    },
  })
  expect(services.bucket.get('sujets-bac/sm/2023-normale.html')?.metadata).toEqual({
    'x-amz-meta-status': '404',
  })
})

test('does not invalidate when more files changed than the limit', async () => {
  pages = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`page-${index}.html`, 'Texte']))
  expect(await publish()).toHaveLength(51)
  expect(services.invalidated.list()).toEqual([])
})

test('publishes the requests of the time of a publication in one further publication', async () => {
  const released = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  let renderings = 0
  async function* render() {
    renderings += 1
    begun.resolve()
    if (renderings === 1) await released.promise
    yield* Object.entries(pages).map(page)
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
  expect(await publications.read()).toMatchObject({
    requests: 1,
    published: 0,
    runningUntil: null,
    failedAt: expect.any(String),
  })
  services.failWith(null)
  await publish()
  expect([...services.bucket.objects.keys()].toSorted()).toEqual(Object.keys(pages).toSorted())
  expect(await publications.read()).toMatchObject({ requests: 2, published: 2, failedAt: null })
})

test('deletes nothing when rendering fails', async () => {
  await publish()
  const render = async function* () {
    yield page(['index.html', 'Accueil'])
    throw new Error('A component failed')
  }
  await expect(publish({ render })).rejects.toThrow('A component failed')
  expect(services.bucket.get('premium.html')).not.toBeNull()
})

test('invalidates the files that a failed publication wrote', async () => {
  await publish()
  services.invalidated.clear()
  const render = async function* () {
    for (let index = 0; index < 20; index += 1) yield page([`index-${index}.html`, 'Accueil'])
    throw new Error('A component failed')
  }
  await expect(publish({ render })).rejects.toThrow('A component failed')
  expect(services.invalidated.list()).toContain('/index-0')
})

test('takes the lock of a run that ended without a result, once its time is over', async () => {
  const request = await publications.addRequest()
  const now = new Date('2026-06-01T10:00:00Z')
  const until = new Date('2026-06-01T10:05:00Z')
  await publications.begin(request, { runId: 'lost', now, until })
  const clock = { now: () => new Date('2026-06-01T10:05:01Z') }
  expect(await publish({ clock })).toHaveLength(3)
})

test('fails when another run holds the lock until its own time is short', async () => {
  const request = await publications.addRequest()
  const until = new Date(Date.now() + 600_000)
  await publications.begin(request, { runId: 'other', now: new Date(), until })
  await expect(publish({}, 10_000)).rejects.toThrow('did not end in time')
  expect((await publications.read()).published).toBe(0)
})

test('publishes although the distribution cannot be reached', async () => {
  services.failWith((operation) =>
    operation === 'CreateInvalidation' ? { status: 500, type: 'InternalError' } : undefined,
  )
  expect(await publish()).toHaveLength(3)
})
