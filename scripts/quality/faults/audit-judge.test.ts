import type { StoredItem } from '#functions/data/table/table-shape.ts'
import { type Site, startSite } from '#functions/test-support/site.ts'
import { readItems } from '#functions/test-support/table.ts'
import { routes } from '#shared/contract/routes.ts'
import {
  findAccountFaults,
  findAuditFaults,
  findUnaccounted,
  newEntries,
} from './test-support/audit-judge.ts'
import { CHANGES, enrolOwner, prepareChange, type SentChange } from './test-support/changes.ts'

// Tests the judge of the other suites: it accepts what the functions wrote and finds each planted fault.

let site: Site
let before: StoredItem[]
let after: StoredItem[]
const sent: SentChange[] = []

beforeAll(async () => {
  site = await startSite()
  const owner = await enrolOwner(site)
  const prepared = []
  for (const [index, name] of CHANGES.entries()) prepared.push(await prepareChange(site, name, owner, index))
  before = await readItems(site.store.table)
  for (const change of prepared) {
    const answer = await site.call(routes[change.name], change.call)
    expect([change.name, answer.status]).toEqual([change.name, routes[change.name].status])
    sent.push({ ...change, answer: { ...answer, ms: 0 } })
  }
  after = await readItems(site.store.table)
})
afterAll(() => site.stop())

function findFaults(items: readonly StoredItem[], changes: readonly SentChange[] = sent): string[] {
  return [
    ...findAuditFaults(before, items),
    ...findUnaccounted(changes, newEntries(before, items), items),
    ...findAccountFaults(site.userPool.accounts.list(), items),
  ]
}

const isEntry = (action: string) => (item: StoredItem) => item.pk === 'AUDIT' && item.action === action
/** Finds the first item of a kind that the changes wrote. */
function written(prefix: string): StoredItem {
  const item = after.find(
    (each) =>
      `${each.pk} ${each.sk}`.startsWith(prefix) &&
      !before.some((old) => old.pk === each.pk && old.sk === each.sk),
  )
  if (!item) throw new Error(`Nothing was written under ${prefix}`)
  return item
}
const without = (gone: (item: StoredItem) => boolean) => after.filter((item) => !gone(item))
const replaced = (isMeant: (item: StoredItem) => boolean, changes: object) =>
  after.map((item) => (isMeant(item) ? { ...item, ...changes } : item))

test('accepts what the functions wrote', () => {
  expect(newEntries(before, after).length).toBeGreaterThanOrEqual(CHANGES.length)
  expect(findFaults(after)).toEqual([])
})

test('finds each change without its entry', () => {
  const actions = new Set(newEntries(before, after).map(({ action }) => action))
  expect(actions.size).toBeGreaterThan(10)
  for (const action of actions)
    expect([action, findFaults(without(isEntry(action)))]).not.toEqual([action, []])
})

test.each<{ what: string; tamper: () => StoredItem[] }>([
  { what: 'an entry without its subject', tamper: () => without((item) => item === written('SUBJECTS#')) },
  { what: 'an entry without its profile', tamper: () => without((item) => item === written('USER#')) },
  {
    what: 'a resource with another title',
    tamper: () => {
      const entry = after.find(isEntry('CREATE_RESOURCE'))
      return replaced(({ id, pk }) => id === entry?.target && pk !== 'AUDIT', { title: 'Autre' })
    },
  },
  {
    what: 'Premium that no entry gives',
    tamper: () => replaced(({ pk, sk }) => pk.startsWith('USER#') && sk === 'PROFILE', { isPremium: true }),
  },
  {
    what: 'a profile that is blocked without its address',
    tamper: () => replaced((item) => item === written('USER#'), { blockedAt: '2026-01-01T00:00:00.000Z' }),
  },
  {
    what: 'a deleted profile that is back',
    tamper: () => [
      ...after,
      ...before.filter(({ pk, sk }) => sk === 'PROFILE' && !after.some((item) => item.pk === pk)),
    ],
  },
  {
    what: 'a counter of resources that is off',
    tamper: () => replaced(({ pk, sk }) => pk === 'COUNTERS' && sk === 'RESOURCES', { count: 1_000 }),
  },
  {
    what: "an actor's counter that is off",
    tamper: () => replaced(({ pk }) => pk === 'ACTORS', { count: 1_000 }),
  },
  {
    what: 'an entry that is gone',
    tamper: () => without(({ sk }) => sk === before.find(isEntry('CREATE_BLOCK'))?.sk),
  },
  {
    what: 'an unfinished deletion',
    tamper: () => replaced((item) => item.pk === 'DELETIONS', { doneAt: undefined }),
  },
])('finds $what', ({ tamper }) => {
  const tampered = tamper()
  expect(tampered).not.toEqual(after)
  expect(findFaults(tampered)).not.toEqual([])
})

test('finds a change that left two entries, and an entry that no change explains', () => {
  const [entry] = after.filter(isEntry('UPDATE_PREMIUM'))
  if (!entry) throw new Error('no entry')
  const twice = [...after, { ...entry, id: 'again', sk: `${entry.sk}-again` }]
  expect(findFaults(twice)).toContainEqual(expect.stringContaining('left 2 entries'))
  expect(findFaults(after, sent.slice(1))).toContainEqual(expect.stringContaining('no change explains'))
})

test('finds an account that the user pool lets in although it is blocked, and one without a profile', () => {
  const accounts = site.userPool.accounts.list()
  const opened = accounts.map((account) => ({ ...account, isEnabled: true }))
  expect(findAccountFaults(opened, after)).toHaveLength(1)
  const [account] = accounts
  if (!account) throw new Error('no account')
  expect(findAccountFaults([...accounts, { ...account, id: 'new' }], after)).toHaveLength(1)
})
