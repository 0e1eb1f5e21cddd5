import { randomUUID } from 'node:crypto'
import { blockEmail, listBlocked, unblockEmail } from '#shared/contract/admin/security.ts'
import { deleteUser, getUser, listUsers } from '#shared/contract/admin/users.ts'
import { claimSession, readSession } from '#shared/contract/session.ts'
import { sampleUser } from '#shared/entities/samples.ts'
import type { User } from '#shared/entities/user.ts'
import { blockedMailboxKey } from '../../data/keys.ts'
import { readBatch } from '../../data/table/read.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { PRIMARY_OWNER, SECOND_OWNER, storeUser } from '../../test-support/people.ts'
import { startSite } from '../../test-support/site.ts'

const site = await startSite()
const admin = await createAdministration(site)
const { handler: reconcile } = await import('../../account/reconcile-accounts.ts')
afterEach(() => site.heal())
afterAll(() => site.stop())

const down = { status: 500, type: 'InternalErrorException' }
const reason = 'Compte partagé'
const until = '2099-07-10'

const enrolled = (changes: Partial<User> = {}) =>
  site.enrol({ isPremium: true, premiumUntil: until, ...changes })

const block = (email: string) => admin.asOwner(blockEmail, { body: { email, reason } })
const unblock = (email: string) => admin.asOwner(unblockEmail, { params: { email } })
const account = ({ id }: User) => site.userPool.accounts.find(id)
const counts = async () => {
  return {
    ...(await site.stores.counters.readAll()),
    premium: await site.stores.users.countPremium(new Date()),
  }
}
const isListed = async ({ email }: User) => {
  const { json } = await admin.asOwner(listUsers, { query: { state: 'premium', search: email } })
  return json.total === 1
}

test('refuses a blocked student everywhere at once, and restores the account when unblocked', async () => {
  const user = await enrolled()
  const before = await counts()
  const answer = await block(` ${user.email.toUpperCase()}`)
  expect(answer).toMatchObject({
    status: 201,
    json: { email: user.email, reason, blockedBy: PRIMARY_OWNER, blockedAt: expect.any(String) },
  })
  expect((await site.call(readSession, site.as(user))).json.code).toBe('ACCOUNT_BLOCKED')
  expect((await site.call(claimSession, { ...site.as(user), body: {} })).json.code).toBe('ACCOUNT_BLOCKED')
  expect((await admin.asOwner(getUser, { params: { id: user.id } })).json.code).toBe('NOT_FOUND')
  expect(await isListed(user)).toBe(false)
  expect(account(user)).toMatchObject({ isEnabled: false })
  expect(site.userPool.operations.list()).toContain('AdminUserGlobalSignOut')
  const { users, premium } = before
  expect(await counts()).toMatchObject({ users: users - 1, premium: premium - 1 })
  const { sameMailbox, ...listed } = answer.json
  expect(sameMailbox).toEqual([])
  expect((await admin.asOwner(listBlocked)).json.items).toContainEqual(listed)

  expect((await unblock(user.email)).status).toBe(204)
  expect(await isListed(user)).toBe(true)
  expect(account(user)).toMatchObject({ isEnabled: true })
  expect(await counts()).toEqual(before)
  expect(await site.stores.users.find(user.id)).toMatchObject({
    isPremium: true,
    premiumUntil: until,
    blockedAt: null,
    lease: null,
  })
  expect((await site.call(claimSession, { token: site.userPool.token(user.id), body: {} })).status).toBe(200)
  expect((await unblock(user.email)).json.code).toBe('NOT_FOUND')
  expect(await admin.listEntries(user.email)).toMatchObject([
    { action: 'DELETE_BLOCK', before: { reason }, after: null },
    { action: 'CREATE_BLOCK', before: null, after: { reason, hasAccount: true } },
  ])
})

test('blocks an address without an account against sign-ups', async () => {
  const email = 'personne@exemple.test'
  expect((await block(email)).status).toBe(201)
  const users = site.stores.users
  const late = { ...(await enrolled()), id: randomUUID(), email }
  expect(await users.createProfile(late)).toBe('conflict')
  expect((await unblock(email)).status).toBe(204)
  expect(await users.createProfile(late)).toBe('written')
})

test.each([
  ['an owner with an account', PRIMARY_OWNER, {}],
  ['an owner without one', SECOND_OWNER, null],
  ['an admin', 'admin-sans-droits@exemple.test', { isAdmin: true }],
])('rejects the block of %s', async (_, email, changes) => {
  const user = changes && (await storeUser(site.store.table, { email, ...changes }))
  expect((await block(` ${email.toUpperCase()} `)).json.code).toBe('OWNER_REQUIRED')
  expect(await site.stores.blocked.find(email)).toBeNull()
  if (user) expect(await site.stores.users.find(user.id)).toEqual(user)
  expect(await admin.listEntries(email)).toEqual([])
})

/** Each test has other addresses. */
const spellings = () => {
  const name = randomUUID().slice(0, 8)
  return { plain: `a${name}@gmail.com`, dotted: `a.${name}@gmail.com`, tagged: `a${name}+1@googlemail.com` }
}
const create = (email: string) => site.stores.users.createProfile({ ...sampleUser, id: randomUUID(), email })

test('addresses of one mailbox are all refused until the blocked one is unblocked, whatever its tag and dots', async () => {
  const { plain, dotted, tagged } = spellings()
  await block(tagged)
  for (const email of [plain, dotted, tagged]) expect(await create(email)).toBe('conflict')
  expect((await unblock(dotted)).json.code).toBe('NOT_FOUND')
  expect((await unblock(tagged)).status).toBe(204)
  expect(await readBatch(site.store.table, [blockedMailboxKey(plain)])).toEqual([])
  for (const email of [plain, dotted, tagged]) expect(await create(email)).toBe('written')
})

test('keeps the block of a deleted account, which can be taken back', async () => {
  const user = await enrolled()
  await block(user.email)
  expect((await admin.asOwner(deleteUser, { params: { id: user.id } })).status).toBe(204)
  expect(await site.stores.blocked.find(user.email)).not.toBeNull()
  const before = await counts()
  expect((await unblock(user.email)).status).toBe(204)
  expect(await site.stores.blocked.find(user.email)).toBeNull()
  expect(await counts()).toEqual(before)
})

test.each<{ what: 'blocked' | 'unblocked'; at: string; isEnabled: boolean }>([
  { what: 'blocked', at: 'AdminDisableUser', isEnabled: true },
  { what: 'blocked', at: 'AdminUserGlobalSignOut', isEnabled: false },
  { what: 'unblocked', at: 'AdminEnableUser', isEnabled: false },
])(
  'a change that is interrupted at $at of Cognito: $what for the site, and the reconciliation finishes',
  async ({ what, at, isEnabled }) => {
    const user = await enrolled()
    if (what === 'unblocked') await block(user.email)
    site.userPool.failWith((operation) => (operation === at ? down : undefined))
    const change = what === 'blocked' ? block : unblock
    expect((await change(user.email)).status).toBe(what === 'blocked' ? 201 : 204)
    expect(account(user)?.isEnabled).toBe(isEnabled)
    const state = await site.call(readSession, site.as(user))
    expect(state.json.code).toBe(what === 'blocked' ? 'ACCOUNT_BLOCKED' : 'SESSION_INACTIVE')
    await expect(reconcile()).rejects.toThrow('could not be carried over')
    site.heal()
    await reconcile()
    expect(account(user)?.isEnabled).toBe(what === 'unblocked')
    expect(site.userPool.operations.list()).toContain('AdminUserGlobalSignOut')
  },
)
