import { randomUUID } from 'node:crypto'
import { listActivity, listAudit } from '#shared/contract/admin-security.ts'
import { addSubject, deleteSubject, listManagedSubjects } from '#shared/contract/admin-subjects.ts'
import { getUser, listUsers, setPremium } from '#shared/contract/admin-users.ts'
import type { Route } from '#shared/contract/route.ts'
import { auditOf } from '../data/audit.ts'
import { usersOf } from '../data/users.ts'
import { DRIVE_ID } from '../test-support/content.ts'
import type { Call } from '../test-support/gateway.ts'
import { PRIMARY_OWNER, SECOND_OWNER, settle } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
let credentials: Call
let ownerId: string
let asOwner: (route: Route, call?: Call) => ReturnType<Site['call']>
beforeAll(async () => {
  site = await startSite()
  const owner = await settle(site.store.table, { email: PRIMARY_OWNER, isAdmin: true })
  ownerId = owner.id
  credentials = { token: site.userPool.token(owner.id), sessionId: owner.session?.id }
  asOwner = (route, call = {}) => site.call(route, { ...credentials, ...call })
})
afterAll(() => site.stop())

const toggle = (id: string, isPremium: boolean) =>
  asOwner(setPremium, { params: { id }, body: { isPremium } })
const log = async () => (await auditOf(site.store.table).listNewest({ limit: 100 })).items

describe('Premium', () => {
  test('is given until the end of the offer and taken again, each with its entry', async () => {
    const user = await settle(site.store.table)
    const given = await toggle(user.id, true)
    expect(given.json).toMatchObject({
      id: user.id,
      email: user.email,
      isPremium: true,
      premiumUntil: '2099-07-10T23:00:00.000Z',
    })
    expect((await asOwner(getUser, { params: { id: user.id } })).json).toEqual(given.json)
    const taken = await toggle(user.id, false)
    expect(taken.json).toMatchObject({ isPremium: false, premiumUntil: null })
    expect((await log()).filter(({ target }) => target === user.email)).toMatchObject([
      {
        action: 'UPDATE_PREMIUM',
        actor: { email: PRIMARY_OWNER },
        before: { isPremium: true, premiumUntil: '2099-07-10T23:00:00.000Z' },
        after: { isPremium: false, premiumUntil: null },
      },
      { before: { isPremium: false, premiumUntil: null }, after: { isPremium: true } },
    ])
  })

  test('sent twenty times at once has one effect and one entry', async () => {
    const user = await settle(site.store.table)
    const answers = await Promise.all(Array.from({ length: 20 }, () => toggle(user.id, true)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect((await log()).filter(({ target }) => target === user.email)).toHaveLength(1)
  })

  test('leaves the session of the student alone', async () => {
    const user = await settle(site.store.table)
    await toggle(user.id, true)
    expect((await usersOf(site.store.table).find(user.id))?.session).toEqual(user.session)
  })

  test('that has run out is given anew', async () => {
    const user = await settle(site.store.table, { isPremium: true, premiumUntil: '2020-01-01T00:00:00.000Z' })
    expect((await toggle(user.id, true)).json).toMatchObject({
      isPremium: true,
      premiumUntil: '2099-07-10T23:00:00.000Z',
    })
  })

  test('of oneself, of owners and of admins cannot be changed', async () => {
    const before = await log()
    const others = [
      { id: ownerId },
      await settle(site.store.table, { email: SECOND_OWNER, isAdmin: true }),
      await settle(site.store.table, { isAdmin: true }),
    ]
    for (const { id } of others) expect((await toggle(id, true)).json.code).toBe('OWNER_REQUIRED')
    expect(await log()).toEqual(before)
  })

  test('of nobody, or of somebody blocked, is not found', async () => {
    const blocked = await settle(site.store.table, { blockedAt: '2026-01-01T00:00:00.000Z' })
    for (const id of [randomUUID(), blocked.id]) expect((await toggle(id, true)).json.code).toBe('NOT_FOUND')
  })

  test('costs the guard one read, then a read and one transaction', async () => {
    const user = await settle(site.store.table)
    site.store.operations.clear()
    await toggle(user.id, true)
    expect(site.store.operations.list()).toEqual(['GetItem', 'GetItem', 'TransactWriteItems'])
  })
})

describe('users', () => {
  test('are found by a part of the address, with the total of all', async () => {
    const user = await settle(site.store.table, { email: 'cherche-moi@exemple.test' })
    const { json } = await asOwner(listUsers, { query: { search: 'CHERCHE' } })
    const total = Number((await asOwner(listUsers)).json.total)
    expect(json).toEqual({
      items: [
        {
          id: user.id,
          email: user.email,
          isPremium: false,
          premiumUntil: null,
          isAdmin: false,
          createdAt: user.createdAt,
          updatedAt: user.updatedAt,
        },
      ],
      nextCursor: null,
      total,
    })
    await settle(site.store.table)
    expect((await asOwner(listUsers)).json.total).toBe(total + 1)
  })

  test.each(['!', 'AAAA', Buffer.from('AUDIT').toString('base64url')])(
    'with the cursor %s: 400',
    async (cursor) => {
      const { status, json } = await asOwner(listUsers, { query: { cursor } })
      expect(status).toBe(400)
      expect(json.errors).toEqual([{ path: 'cursor', message: "Le curseur n'est pas valide" }])
    },
  )
})

describe('subjects', () => {
  const body = {
    track: 'PC',
    year: '2022',
    session: 'Rattrapage',
    file: `https://drive.google.com/file/d/${DRIVE_ID}/view`,
  }
  const id = 'bac-PC-2022-Rattrapage'

  test('are added once, replaced on request and deleted, each with its entry', async () => {
    const added = await asOwner(addSubject, { body })
    expect(added).toMatchObject({ status: 201, json: { id, track: 'PC', hasFile: true, file: DRIVE_ID } })
    expect((await asOwner(addSubject, { body })).json).toMatchObject({ code: 'SUBJECT_EXISTS', status: 409 })

    const file = `${DRIVE_ID}x`
    const replaced = await asOwner(addSubject, { body: { ...body, file }, query: { replace: 'true' } })
    expect(replaced).toMatchObject({ status: 201, json: { id, file, createdAt: added.json.createdAt } })
    const again = await asOwner(addSubject, { body: { ...body, file }, query: { replace: 'true' } })
    expect(again.json).toEqual(replaced.json)
    expect((await asOwner(listManagedSubjects)).json).toEqual({ items: [replaced.json] })

    expect((await asOwner(deleteSubject, { params: { id } })).status).toBe(204)
    expect((await asOwner(deleteSubject, { params: { id } })).json.code).toBe('NOT_FOUND')
    expect((await asOwner(deleteSubject, { params: { id: 'nothing' } })).json.code).toBe('NOT_FOUND')
    expect((await log()).filter(({ target }) => target === id)).toMatchObject([
      { action: 'DELETE_SUBJECT', before: { file }, after: null },
      { action: 'UPDATE_SUBJECT', before: { file: DRIVE_ID }, after: { file } },
      { action: 'CREATE_SUBJECT', before: null, after: { file: DRIVE_ID } },
    ])
  })

  test('sent twenty times at once are one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => asOwner(addSubject, { body: { ...body, year: '2021' } })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect((await log()).filter(({ target }) => target === 'bac-PC-2021-Rattrapage')).toHaveLength(1)
  })
})

test('the log and its actors are shown, strangers as such', async () => {
  const admin = await settle(site.store.table, { isAdmin: true, email: 'intrus@exemple.test' })
  await site.call(listUsers, { token: site.userPool.token(admin.id), sessionId: admin.session?.id })
  const { json } = await asOwner(listAudit, { query: { limit: '1' } })
  expect(json).toEqual({
    items: [
      {
        id: expect.any(String),
        createdAt: expect.any(String),
        adminEmail: 'intrus@exemple.test',
        actionType: 'REFUSED_ATTEMPT',
        targetEmail: 'GET /api/admin/users',
        oldValues: null,
        newValues: null,
      },
    ],
    nextCursor: expect.any(String),
  })
  const activity = (await asOwner(listActivity)).json.items as Record<string, unknown>[]
  expect(activity).toContainEqual(
    expect.objectContaining({ adminEmail: 'intrus@exemple.test', actionCount: 1, isLegitimateAdmin: false }),
  )
  expect(activity).toContainEqual(
    expect.objectContaining({ adminEmail: PRIMARY_OWNER, isLegitimateAdmin: true }),
  )
})
