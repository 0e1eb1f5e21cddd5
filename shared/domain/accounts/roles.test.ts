import { sampleUser } from '../../entities/samples.ts'
import type { User } from '../../entities/user.ts'
import { assertChangeable, assertMayEndSessions, isEstablished, readRoles } from './roles.ts'

const owners = ['premiere@exemple.test', 'seconde@exemple.test']
const now = new Date('2026-03-01T10:00:00.000Z')

const user = (changes: Partial<User>): User => ({ ...sampleUser, ...changes })

test.each([
  ['a free student', {}, '----', false],
  ['a premium student', { isPremium: true }, 'P---', true],
  ['a student whose Premium is over', { isPremium: true, premiumUntil: '2025-12-31' }, '----', false],
  ['an admin', { isAdmin: true }, '-A--', true],
  ['a premium admin', { isAdmin: true, isPremium: true }, 'PA--', true],
  ['the second owner', { isAdmin: true, email: owners[1] ?? '' }, '-AO-', true],
  ['the primary owner', { isAdmin: true, email: owners[0] ?? '' }, '-AO1', true],
  ['an owner address without the admin flag', { email: owners[0] ?? '' }, '----', false],
])('the roles of %s', (_, changes, expected, mayOpenPremium) => {
  const roles = readRoles(user(changes), owners, now)
  const { isPremium, isAdmin, isOwner, isPrimaryOwner } = roles
  const letters = [isPremium && 'P', isAdmin && 'A', isOwner && 'O', isPrimaryOwner && '1']
  expect(letters.map((letter) => letter || '-').join('')).toBe(expected)
  expect(roles.mayOpenPremium).toBe(mayOpenPremium)
})

test.each([
  ['a student', user({}), true],
  ['oneself', user({ id: 'me' }), false],
  ['an admin', user({ isAdmin: true }), false],
  ['an owner', user({ isAdmin: true, email: owners[1] ?? '' }), false],
  ['an owner address without the admin flag', user({ email: owners[1] ?? '' }), false],
])('whether an owner may change %s', (_, target, isChangeable) => {
  const change = () => assertChangeable(target, { id: 'me' }, owners)
  if (isChangeable) expect(change).not.toThrow()
  else expect(change).toThrow(expect.objectContaining({ code: 'OWNER_REQUIRED' }))
})

test.each([
  ['a student', user({}), true],
  ['an admin', user({ isAdmin: true }), true],
  ['an owner themselves', user({ id: 'me', isAdmin: true, email: owners[0] ?? '' }), true],
  ['another owner', user({ isAdmin: true, email: owners[1] ?? '' }), false],
])('whether an owner may end the sessions of %s', (_, target, isAllowed) => {
  const end = () => assertMayEndSessions(target, { id: 'me' }, owners)
  if (isAllowed) expect(end).not.toThrow()
  else expect(end).toThrow(expect.objectContaining({ code: 'OWNER_REQUIRED' }))
})

const today = new Date('2026-03-08T10:00:00.000Z')
const FREE = { isPremium: false, premiumUntil: null }

test.each([
  [{ ...FREE, createdAt: '2026-03-01T10:00:00.000Z' }, true],
  [{ ...FREE, createdAt: '2026-03-01T10:00:00.001Z' }, false],
  [{ isPremium: true, premiumUntil: null, createdAt: today.toISOString() }, true],
  [{ isPremium: true, premiumUntil: '2026-03-08', createdAt: today.toISOString() }, true],
  [{ isPremium: true, premiumUntil: '2026-03-07', createdAt: today.toISOString() }, false],
])('an account such as %j is established: %s', (account, expected) => {
  expect(isEstablished(account, today)).toBe(expected)
})
