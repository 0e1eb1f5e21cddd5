import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { Model } from './model.ts'
import { replay } from './replay.ts'

const email = 'eleve@panne.bac'
const createdAt = '2026-01-05T12:00:00.000Z'
const nothing: Model = {
  users: new Map(),
  blocks: new Map(),
  subjects: new Map(),
  resources: new Map(),
  signUps: new Map(),
  activations: new Map(),
}
const free = { isPremium: false, premiumUntil: null, payment: null }
const premium = { ...free, isPremium: true }

let ids = 0
function entry(action: AuditEntry['action'], change: Partial<AuditEntry> = {}): AuditEntry {
  ids += 1
  const actor = { type: 'system' } as const
  return { id: String(ids), createdAt, actor, action, target: email, before: null, after: null, ...change }
}

const created = entry('CREATE_USER', { after: { isPremium: false, createdAt } })
const given = entry('UPDATE_PREMIUM', { before: free, after: premium })
const taken = entry('UPDATE_PREMIUM', { before: premium, after: free })
const blocked = entry('CREATE_BLOCK', { after: { reason: 'Fraude', hasAccount: true } })
const unblocked = entry('DELETE_BLOCK', { before: { reason: 'Fraude' } })
const deleted = entry('DELETE_USER', { before: free })
const file = { title: 'Cours' }
const added = entry('CREATE_RESOURCE', { target: 'a', after: file })
const imported = entry('CREATE_RESOURCES', {
  after: { createdCount: 1, updatedCount: 1, created: ['b'], updated: ['a'] },
})
const replaced = entry('UPDATE_RESOURCE', { target: 'b', before: { title: 'Importé' }, after: file })

test('the log is carried out, entries of one millisecond in whatever order they came', () => {
  const { told, faults } = replay(nothing, [
    unblocked,
    imported,
    taken,
    blocked,
    added,
    given,
    created,
    replaced,
  ])
  expect(faults).toEqual([])
  expect(told.users.get(email)).toMatchObject({ ...free, isBlocked: false })
  expect(told.blocks.size).toBe(0)
  expect(told.resources).toEqual(
    new Map<string, unknown>([
      ['a', null],
      ['b', file],
    ]),
  )
  expect(told.signUps).toEqual(new Map([['2026-01-05', 1]]))
  expect(told.activations).toEqual(new Map([['2026-01-05', 1]]))
  expect(nothing.users.size).toBe(0)
})

test('whoever is deleted while he is blocked leaves the block', () => {
  const { told, faults } = replay(nothing, [created, blocked, deleted])
  expect(faults).toEqual([])
  expect([told.users.size, told.blocks.size]).toEqual([0, 1])
})

test.each([
  { what: 'Premium of nobody', log: [given], says: 'no such user' },
  { what: 'Premium given twice', log: [created, given, { ...given, id: 'again' }], says: 'before it stood' },
  {
    what: 'Premium of somebody blocked',
    log: [created, blocked, { ...given, createdAt: '2027' }],
    says: 'blocked',
  },
  { what: 'a user made twice', log: [created, { ...created, id: 'again' }], says: 'exists already' },
  {
    what: 'a user deleted twice',
    log: [created, deleted, { ...deleted, id: 'again' }],
    says: 'no such user',
  },
  {
    what: 'an address blocked twice',
    log: [created, blocked, { ...blocked, id: 'again' }],
    says: 'blocked already',
  },
  { what: 'a block that overlooks an account', log: [blocked], says: 'whether there is an account' },
  { what: 'an address that was not blocked', log: [unblocked], says: 'not blocked so' },
  { what: 'a resource made twice', log: [added, { ...added, id: 'again' }], says: 'before it stood' },
  { what: 'an import over what was not there', log: [imported], says: 'for new or old what was not' },
])('$what is a fault', ({ log, says }) => {
  expect(replay(nothing, log).faults).toEqual([expect.stringContaining(says)])
})
