import { randomUUID } from 'node:crypto'
import { listActivity, listAudit } from '#shared/contract/admin/security.ts'
import { addSubject, deleteSubject, listManagedSubjects } from '#shared/contract/admin/subjects.ts'
import {
  getUser,
  listPremiumEnds,
  listUsers,
  type PremiumEnd,
  setPremium,
} from '#shared/contract/admin/users.ts'
import { endOfDay } from '#shared/domain/days/moroccan-day.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { createAuditLog } from '../data/audit.ts'
import { auditEntry, SYSTEM } from '../data/audit-entry.ts'
import { createUsers } from '../data/users.ts'
import { type Administration, createAdministration } from '../test-support/administration.ts'
import { PRIMARY_OWNER, storeUser } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
let asOwner: Administration['asOwner']
let listEntries: Administration['listEntries']
beforeAll(async () => {
  site = await startSite()
  ;({ asOwner, listEntries } = await createAdministration(site))
})
afterAll(() => site.stop())

const toggle = (id: string, isPremium: boolean) =>
  asOwner(setPremium, { params: { id }, body: { isPremium } })

describe('Premium', () => {
  test('is given until the end of the offer and taken again, each with its audit entry', async () => {
    const user = await storeUser(site.store.table)
    const given = await toggle(user.id, true)
    expect(given.json).toMatchObject({
      id: user.id,
      email: user.email,
      isPremium: true,
      premiumUntil: endOfDay('2099-07-10').toISOString(),
      premiumLastDay: '2099-07-10',
    })
    expect((await asOwner(getUser, { params: { id: user.id } })).json).toEqual(given.json)
    const taken = await toggle(user.id, false)
    expect(taken.json).toMatchObject({ isPremium: false, premiumUntil: null, premiumLastDay: null })
    expect(await listEntries(user.email)).toMatchObject([
      {
        action: 'UPDATE_PREMIUM',
        actor: { email: PRIMARY_OWNER },
        before: { isPremium: true, premiumUntil: '2099-07-10' },
        after: { isPremium: false, premiumUntil: null },
      },
      { before: { isPremium: false, premiumUntil: null }, after: { isPremium: true } },
    ])
  })

  test.each(['2098-02-30', '+010000-01-01'])(
    'until %p, which is no day, is refused and changes nothing',
    async (until) => {
      const user = await storeUser(site.store.table)
      const call = { params: { id: user.id }, body: { isPremium: true, until } }
      expect(await asOwner(setPremium, call)).toMatchObject({
        status: 400,
        json: { errors: [{ path: 'until' }] },
      })
      expect(await createUsers(site.store.table).find(user.id)).toEqual(user)
    },
  )

  test.each([
    [1e-200, 0],
    [0.1 + 0.2, 0.3],
    [249.999, 250],
  ])('an amount of %p is stored to the centime', async (amount, noted) => {
    const user = await storeUser(site.store.table)
    const body = { isPremium: true, payment: { amount, means: 'Espèces' } }
    const { status, json } = await asOwner(setPremium, { params: { id: user.id }, body })
    expect({ status, json }).toMatchObject({ status: 200, json: { payment: { amount: noted } } })
  })

  test('is given until a day and for a payment, and both can be changed', async () => {
    const user = await storeUser(site.store.table)
    const set = (body: object) => asOwner(setPremium, { params: { id: user.id }, body })
    const payment = { amount: 250, means: 'Virement', reference: 'V-17' }
    const given = await set({ isPremium: true, until: '2098-06-30', payment })
    expect(given.json).toMatchObject({ isPremium: true, premiumLastDay: '2098-06-30', payment })
    expect((await set({ isPremium: true })).json).toEqual(given.json)
    expect((await set({ isPremium: true, until: null })).json).toMatchObject({ premiumUntil: null, payment })
    const cash = { amount: 200, means: 'Espèces', reference: '' }
    expect((await set({ isPremium: true, payment: cash })).json).toMatchObject({
      premiumUntil: null,
      payment: cash,
    })
    expect(await listEntries(user.email)).toMatchObject([
      { before: { payment }, after: { payment: cash } },
      { before: { premiumUntil: '2098-06-30' }, after: { premiumUntil: null } },
      { before: { isPremium: false, payment: null }, after: { isPremium: true, payment } },
    ])
  })

  test.each([
    [{ isPremium: true, until: '2020-01-01' }, 'until', 'Cette date est déjà passée'],
    [{ isPremium: true, until: '30/06/2027' }, 'until', 'Veuillez entrer une date valide'],
    [
      { isPremium: true, payment: { amount: -1, means: 'Virement' } },
      'payment.amount',
      'Le montant doit être un nombre de 0 à 100 000',
    ],
  ])('%j is refused', async (body, path, message) => {
    const user = await storeUser(site.store.table)
    const { status, json } = await asOwner(setPremium, { params: { id: user.id }, body })
    expect({ status, errors: json.errors }).toEqual({ status: 400, errors: [{ path, message }] })
    expect(await listEntries(user.email)).toEqual([])
  })

  test('is counted by its last day in Morocco while its flag is set, without blocked accounts', async () => {
    const ends = async () => (await asOwner(listPremiumEnds)).json.items as PremiumEnd[]
    const withoutEnd = (items: PremiumEnd[]) => items.find(({ lastDay }) => lastDay === null)?.accounts ?? 0
    const before = withoutEnd(await ends())
    for (const premiumUntil of ['2018-07-10', '2097-07-10', null])
      await storeUser(site.store.table, { isPremium: true, premiumUntil })
    // The form in which earlier versions stored and imported it.
    for (const premiumUntil of ['2097-07-10T23:00:00.000Z', '2097-07-10T12:00:00.000Z'])
      await storeUser(site.store.table, { isPremium: true, premiumUntil })
    await storeUser(site.store.table, {
      isPremium: true,
      premiumUntil: '2097-07-10',
      blockedAt: '2026-01-01T00:00:00.000Z',
    })
    const after = await ends()
    expect(after.filter(({ lastDay }) => lastDay !== null && /^2018|^2097/.test(lastDay))).toEqual([
      { lastDay: '2018-07-10', accounts: 1 },
      { lastDay: '2097-07-10', accounts: 3 },
    ])
    expect(after.at(-1)).toEqual({ lastDay: null, accounts: before + 1 })
  })

  test('that has ended is given anew', async () => {
    const user = await storeUser(site.store.table, {
      isPremium: true,
      premiumUntil: '2020-01-01',
    })
    expect((await toggle(user.id, true)).json).toMatchObject({
      isPremium: true,
      premiumLastDay: '2099-07-10',
    })
  })

  test('of an unknown or blocked user is not found', async () => {
    const blocked = await storeUser(site.store.table, { blockedAt: '2026-01-01T00:00:00.000Z' })
    for (const id of [randomUUID(), blocked.id]) expect((await toggle(id, true)).json.code).toBe('NOT_FOUND')
  })
})

describe('users', () => {
  test('are found by a part of the address, with their total', async () => {
    const user = await storeUser(site.store.table, { email: 'cherche-moi@exemple.test' })
    const { json } = await asOwner(listUsers, { query: { search: 'CHERCHE' } })
    const total = Number((await asOwner(listUsers)).json.total)
    expect(total).toBeGreaterThan(1)
    expect(json).toEqual({
      items: [
        {
          id: user.id,
          email: user.email,
          isPremium: false,
          premiumUntil: null,
          premiumLastDay: null,
          isAdmin: false,
          payment: null,
          createdAt: user.createdAt,
          updatedAt: user.updatedAt,
        },
      ],
      nextCursor: null,
      total: 1,
    })
    await storeUser(site.store.table)
    expect((await asOwner(listUsers)).json.total).toBe(total + 1)
  })
})

describe('subjects', () => {
  const body = {
    track: 'PC',
    year: '2022',
    session: 'Rattrapage',
    file: `https://drive.google.com/file/d/${SAMPLE_DRIVE_ID}/view`,
  }
  const id = 'bac-PC-2022-Rattrapage'

  test('are added once, replaced on request and deleted, each with its audit entry', async () => {
    const added = await asOwner(addSubject, { body })
    expect(added).toMatchObject({
      status: 201,
      json: { id, track: 'PC', hasFile: true, file: SAMPLE_DRIVE_ID },
    })
    expect((await asOwner(addSubject, { body })).json).toMatchObject({ code: 'SUBJECT_EXISTS', status: 409 })

    const file = `${SAMPLE_DRIVE_ID}x`
    const { invalidated } = site.services
    expect(invalidated.list()).toEqual([])
    const replaced = await asOwner(addSubject, { body: { ...body, file }, query: { replace: 'true' } })
    expect(invalidated.list()).toEqual([`/files/${id}/*`])
    expect(replaced).toMatchObject({ status: 201, json: { id, file, createdAt: added.json.createdAt } })
    const again = await asOwner(addSubject, { body: { ...body, file }, query: { replace: 'true' } })
    expect(again.json).toEqual(replaced.json)
    expect((await asOwner(listManagedSubjects)).json).toEqual({ items: [replaced.json] })

    invalidated.clear()
    expect((await asOwner(deleteSubject, { params: { id } })).status).toBe(204)
    expect(invalidated.list()).toEqual([`/files/${id}/*`])
    expect((await asOwner(deleteSubject, { params: { id } })).json.code).toBe('NOT_FOUND')
    expect((await asOwner(deleteSubject, { params: { id: 'nothing' } })).json.code).toBe('NOT_FOUND')
    expect(await listEntries(id)).toMatchObject([
      { action: 'DELETE_SUBJECT', before: { file }, after: null },
      { action: 'UPDATE_SUBJECT', before: { file: SAMPLE_DRIVE_ID }, after: { file } },
      { action: 'CREATE_SUBJECT', before: null, after: { file: SAMPLE_DRIVE_ID } },
    ])
  })
})

test('lists the log and its actors, and flags those who are not owners', async () => {
  const admin = await storeUser(site.store.table, { isAdmin: true, email: 'intrus@exemple.test' })
  await site.call(listUsers, { token: site.userPool.token(admin.id), sessionId: admin.lease?.id })
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
        newValues: { attempts: 1, paths: ['/api/admin/users'] },
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

test('the log shows the last day of Premium, also for an instant that an earlier version logged', async () => {
  const target = 'eleve-de-longue-date@exemple.test'
  const values = (premiumUntil: string | null) => ({ isPremium: true, premiumUntil })
  await createAuditLog(site.store.table).record(
    auditEntry(SYSTEM, new Date(), {
      action: 'UPDATE_PREMIUM',
      target,
      before: values('2026-07-10T23:00:00.000Z'),
      after: values('2027-07-10'),
    }),
  )
  const { json } = await asOwner(listAudit, { query: { target, limit: '1' } })
  expect(json.items).toMatchObject([{ oldValues: values('2026-07-10'), newValues: values('2027-07-10') }])
})
