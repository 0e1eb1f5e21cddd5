import { routes } from '#shared/contract/routes.ts'
import { FREED_FOR_NOTICE, type Notice } from '#shared/entities/notice.ts'
import type { Resource } from '#shared/entities/resource.ts'
import type { User } from '#shared/entities/user.ts'
import { setClock } from '../test-support/clock.ts'
import { resourceFixture } from '../test-support/content.ts'
import { leaseFixture, PRIMARY_OWNER, SECOND_OWNER } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'
import { resourceValues } from './document-fields.ts'
import { writeCsv } from './import/csv.ts'

const site = await startSite()
site.store.bypassProxy()
let first: User
let second: User
let day = 0
/** Each test has its own day, since notices count by day. */
beforeEach(async () => {
  day += 1
  const now = new Date(Date.UTC(2026, 2, day, 12))
  setClock(now)
  const enrol = (email: string) => site.enrol({ email, isAdmin: true, lease: leaseFixture(now) })
  first = await enrol(PRIMARY_OWNER)
  second = await enrol(SECOND_OWNER)
})
afterEach(() => setClock(null))
afterAll(() => site.stop())

const today = () => `2026-03-${String(day).padStart(2, '0')}`

async function storeResources(count: number): Promise<Resource[]> {
  const resources = Array.from({ length: count }, (_, index) =>
    resourceFixture({ title: `Document ${index}`, year: String(2020 + index), isFree: false }),
  )
  await site.stores.resources.putAll(resources)
  return resources
}

const seenBy = async (owner: User) => {
  const { status, json } = await site.call(routes.listNotices, site.as(owner))
  expect(status).toBe(200)
  return (json.items as Notice[]).filter((notice) => notice.day === today())
}

const acknowledge = (owner: User, { id, documents }: Pick<Notice, 'id' | 'documents'>) =>
  site.call(routes.acknowledgeNotice, { ...site.as(owner), params: { id }, body: { documents } })

async function setFree(owner: User, resources: readonly Resource[], isFree: boolean): Promise<void> {
  for (const resource of resources) {
    const call = { params: { id: resource.id }, body: { ...resourceValues(resource), isFree } as never }
    expect((await site.call(routes.updateResource, { ...site.as(owner), ...call })).status).toBe(200)
  }
}

test('notifies the other owner of an import that makes many documents free, with actor, times and number', async () => {
  const resources = await storeResources(60)
  const rows = resources.map((resource) => ({ id: resource.id, ...resourceValues(resource), isFree: 'oui' }))
  const body = writeCsv(Object.keys(rows[0] ?? {}), rows)
  const headers = { 'content-type': 'text/csv' }
  const imported = await site.call(routes.importResources, { ...site.as(first), body, headers })
  expect(imported.json['lines']).toEqual(resources.map(() => expect.objectContaining({ outcome: 'updated' })))
  expect(await seenBy(first)).toEqual([])
  const [notice, ...more] = await seenBy(second)
  expect(more).toEqual([])
  expect(notice).toMatchObject({ actor: PRIMARY_OWNER, documents: 60 })

  // The notice links to the actor's log of that day.
  const query = { actor: PRIMARY_OWNER, from: String(notice?.day), to: String(notice?.day) }
  const log = await site.call(routes.listAudit, { ...site.as(second), query })
  expect(log.json.items).toMatchObject([{ actionType: 'UPDATE_RESOURCES', createdAt: notice?.last }])
})

test('counts single changes together within a Moroccan day, and not that one is no longer free', async () => {
  const resources = await storeResources(FREED_FOR_NOTICE + 1)
  await setFree(first, resources.slice(2), true)
  const retitled = resources.map((resource) => ({ ...resource, title: 'Autre' }))
  await setFree(first, retitled.slice(2, 4), true)
  await setFree(first, retitled.slice(0, 2), false)
  await setFree(first, resources.slice(2), false)
  expect(await seenBy(second)).toEqual([])
  await setFree(first, resources.slice(1, 2), true)
  expect(await seenBy(second)).toMatchObject([{ day: today(), documents: FREED_FOR_NOTICE }])
})

describe('an acknowledgement', () => {
  test('is valid for one owner, and not for documents that become free later', async () => {
    const resources = await storeResources(2 * FREED_FOR_NOTICE)
    await setFree(first, resources.slice(0, FREED_FOR_NOTICE), true)
    const [notice] = await seenBy(second)
    if (!notice) throw new Error('No notice')
    for (let times = 0; times < 2; times += 1) expect((await acknowledge(second, notice)).status).toBe(204)
    expect(await seenBy(second)).toEqual([])
    // A third owner still sees the notice.
    expect(await site.stores.notices.listOpen('a-third@exemple.test')).toContainEqual(notice)
    await setFree(first, resources.slice(FREED_FOR_NOTICE), true)
    expect(await seenBy(second)).toMatchObject([{ id: notice.id, documents: 2 * FREED_FOR_NOTICE }])
  })

  test('is refused to the actor, and for more documents than there are', async () => {
    await setFree(first, await storeResources(FREED_FOR_NOTICE), true)
    const [notice] = await seenBy(second)
    if (!notice) throw new Error('No notice')
    expect((await acknowledge(first, notice)).json.code).toBe('NOT_FOUND')
    const more = { ...notice, documents: notice.documents + 1 }
    expect((await acknowledge(second, more)).json.code).toBe('NOT_FOUND')
    expect((await acknowledge(second, { ...notice, id: `2020-01-01-${'x'.repeat(22)}` })).json.code).toBe(
      'NOT_FOUND',
    )
    expect(await seenBy(second)).toEqual([notice])
  })
})
