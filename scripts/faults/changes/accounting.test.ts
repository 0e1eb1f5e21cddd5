import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { newProfile } from '#shared/entities/user.ts'
import type { Model } from '../ledger/model.ts'
import { type Outcome, type Sent, settle } from './accounting.ts'
import { type Change, expectedOf } from './changes.ts'

const email = 'eleve@panne.bac'
const at = new Date('2026-01-01T00:00:00Z')
const { id, isPremium, premiumUntil, isAdmin, payment, createdAt } = newProfile('1', email, at)
const free = { id, email, isPremium, premiumUntil, isAdmin, payment, createdAt, isBlocked: false }
const stood: Model = {
  users: new Map([[email, free]]),
  blocks: new Map(),
  subjects: new Map(),
  resources: new Map(),
  signUps: new Map(),
  activations: new Map(),
}

const give: Change = { kind: 'setPremium', email, userId: id, isPremium: true }
const take: Change = { ...give, isPremium: false }

function sent(change: Change, outcome: Outcome): Sent {
  return { change, expected: expectedOf(change, stood), outcome, status: null }
}

function entry(action: AuditEntry['action'], after: AuditEntry['after'] = null): AuditEntry {
  return { id: '1', createdAt, actor: { type: 'system' }, action, target: email, before: null, after }
}

const given = entry('UPDATE_PREMIUM', { isPremium: true })
const deleted = entry('DELETE_USER')
const remove: Change = { kind: 'deleteUser', email, userId: id }

test.each([
  {
    what: 'acknowledged and there',
    calls: [sent(give, 'done')],
    log: [given],
    account: { acknowledged: 1, found: 1, unacknowledged: 0 },
  },
  {
    what: 'broken off and there',
    calls: [sent(give, 'unknown')],
    log: [given],
    account: { acknowledged: 0, found: 0, unacknowledged: 1 },
  },
  {
    what: 'broken off and not there',
    calls: [sent(give, 'unknown'), sent(remove, 'done')],
    log: [deleted],
    account: { acknowledged: 1, found: 1, unacknowledged: 0 },
  },
  {
    what: 'refused, though its lost answer said that it was made',
    calls: [sent(remove, 'refused')],
    log: [deleted],
    account: { acknowledged: 0, found: 0, unacknowledged: 1 },
  },
  {
    what: 'broken off, not made, and sent again',
    calls: [sent(remove, 'unknown'), sent(remove, 'done')],
    log: [deleted],
    account: { acknowledged: 1, found: 1, unacknowledged: 0 },
  },
  {
    what: 'what stood already',
    calls: [sent(take, 'done')],
    log: [],
    account: { acknowledged: 0, found: 0, unacknowledged: 0 },
  },
  {
    what: 'a profile that was missing',
    calls: [],
    log: [entry('CREATE_USER')],
    account: { acknowledged: 0, found: 0, unacknowledged: 0 },
  },
])('$what is in order', ({ calls, log, account }) => {
  expect(settle(calls, log)).toEqual({ ...account, faults: [] })
})

test.each([
  {
    what: 'acknowledged without an entry',
    calls: [sent(give, 'done')],
    log: [],
    says: 'acknowledged without',
  },
  { what: 'an entry without a call', calls: [], log: [given], says: 'nobody' },
  { what: 'one call, two entries', calls: [sent(give, 'done')], log: [given, given], says: 'nobody' },
  {
    what: 'an entry that says something else',
    calls: [sent(give, 'done')],
    log: [entry('UPDATE_PREMIUM', { isPremium: false })],
    says: 'acknowledged without',
  },
  {
    what: 'entries in another order than the calls',
    calls: [sent(give, 'done'), sent(remove, 'done')],
    log: [deleted, given],
    says: 'acknowledged without',
  },
])('$what is a fault', ({ calls, log, says }) => {
  expect(settle(calls, log).faults[0]).toContain(says)
})
