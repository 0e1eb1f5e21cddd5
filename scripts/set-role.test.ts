import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { createAuditLog } from '#functions/data/audit.ts'
import type { Stores } from '#functions/data/stores.ts'
import { createUsers } from '#functions/data/users.ts'
import { PRIMARY_OWNER, storeUser } from '#functions/test-support/people.ts'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import { isSignInOver } from '#shared/domain/accounts/sign-in.ts'
import { runCommand } from './operations/command-line.ts'
import { command, type RoleChange, setRole } from './set-role.ts'

const NOW = new Date('2026-03-04T12:00:00.000Z')

let store: TestTable
let users: Stores['users']
beforeAll(async () => {
  store = await startTable()
  users = createUsers(store.table)
})
afterAll(() => store.stop())

const account = (isAdmin: boolean) =>
  storeUser(store.table, { isAdmin, email: `${randomUUID()}@exemple.test` })

const change = (email: string, isAdmin: boolean, changes: Partial<RoleChange> = {}) =>
  setRole(users, { email, isAdmin, owners: [PRIMARY_OWNER], isDryRun: false, ...changes }, NOW)

const entriesAbout = async (target: string) =>
  (await createAuditLog(store.table).listNewest({ limit: 100, target })).items

test('takes the role, ends the session and every sign-in, and leaves one audit entry by SYSTEM', async () => {
  const { id, email } = await account(true)
  expect(await change(email, false)).toBe(
    `${email} devient simple utilisateur et ses sessions sont terminées.`,
  )
  const after = await users.find(id)
  expect(after).toMatchObject({ isAdmin: false, lease: null })
  const signIn = { userId: id, signInId: null }
  const seconds = NOW.getTime() / 1_000
  expect(after && isSignInOver(after, { ...signIn, signedInAt: seconds - 1 })).toBe(true)
  expect(after && isSignInOver(after, { ...signIn, signedInAt: seconds })).toBe(false)
  expect(await entriesAbout(email)).toMatchObject([
    {
      action: 'UPDATE_ROLE',
      actor: { type: 'system' },
      before: { isAdmin: true },
      after: { isAdmin: false },
    },
  ])
})

test('gives the role and leaves the session alone', async () => {
  const { id, email, lease } = await account(false)
  expect(await change(email, true)).toBe(`${email} devient administrateur.`)
  expect(await users.find(id)).toMatchObject({ isAdmin: true, lease, signInsFrom: null })
  expect(await entriesAbout(email)).toMatchObject([{ before: { isAdmin: false }, after: { isAdmin: true } }])
})

test('ends a session that was claimed while the role is taken', async () => {
  const { id, email, lease } = await account(true)
  const before = await users.find(id)
  const unaware = { ...users, findByEmail: async () => before && { ...before, lease: null } }
  expect(lease).not.toBeNull()
  await setRole(unaware, { email, isAdmin: false, owners: [], isDryRun: false }, NOW)
  expect((await users.find(id))?.lease).toBeNull()
})

test.each([
  ['that is asked for once more', false, {}],
  ['in a dry run', true, { isDryRun: true }],
])('changes nothing %s', async (_, isAdmin, changes) => {
  const { id, email } = await account(false)
  expect(await change(email, isAdmin, changes)).toMatch(isAdmin ? /^À faire : / : /^Rien à faire : /)
  expect(await users.find(id)).toMatchObject({ isAdmin: false })
  expect(await entriesAbout(email)).toEqual([])
})

test('refuses an owner of the list, and an address without an account', async () => {
  await storeUser(store.table, { isAdmin: true, email: PRIMARY_OWNER })
  await expect(change(PRIMARY_OWNER, false)).rejects.toThrow('liste des propriétaires')
  await expect(change('inconnue@exemple.test', false)).rejects.toThrow('Aucun compte')
})

test.each([
  [['--stage', 'dev', '--email', 'a@b.ma', '--admin', 'oui'], "--admin doit être l'un de : yes, no."],
  [['--stage', 'dev', '--email', 'nom', '--admin', 'no'], "--email doit être l'adresse d'un compte."],
])('ends %j with exit code 2 and one sentence', async (args, sentence) => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await runCommand(command, args)).toBe(2)
  expect(said.mock.calls[0]?.[0]).toContain(sentence)
  said.mockRestore()
})
