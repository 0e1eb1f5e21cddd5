import { type Site, startSite } from '#functions/test-support/site.ts'
import { routes } from '#shared/contract/routes.ts'
import type { User } from '#shared/entities/user.ts'
import { findAuditFaults, newEntries, readItems } from './test-support/audit-judge.ts'
import { CHANGES, enrolOwner, prepareChange } from './test-support/changes.ts'

// Replays: a client that repeats a request, or a person who clicks twice, causes one effect and one audit entry.

const ROUNDS = process.env.FAULTS === 'long' ? 5 : 1
const AT_ONCE = 20
/** Done, or found done by another of the same requests. */
const EXPECTED = [200, 201, 204, 404, 409]
/** A change of the caller's own account ends their session, or is limited, so that later repetitions are refused. */
const EXPECTED_OF_OWN = [...EXPECTED, 401, 403, 429]

let site: Site
let owner: User
beforeAll(async () => {
  site = await startSite()
  site.store.bypassProxy()
  owner = await enrolOwner(site)
})
afterAll(() => site.stop())

test.each(CHANGES)(`%s sent ${AT_ONCE} times at once has one effect and one audit entry`, async (name) => {
  const { table } = site.store
  for (let round = 0; round < ROUNDS; round += 1) {
    const change = await prepareChange(site, name, owner, CHANGES.indexOf(name) * ROUNDS + round)
    const before = await readItems(table)
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => site.call(routes[name], change.call)),
    )
    const after = await readItems(table)
    const statuses = answers.map(({ status }) => status)
    const expected = routes[name].capability === 'account' ? EXPECTED_OF_OWN : EXPECTED
    expect(statuses.filter((status) => !expected.includes(status))).toEqual([])
    expect(statuses).toContain(routes[name].status)
    expect(newEntries(before, after)).toHaveLength(1)
    expect(findAuditFaults(before, after)).toEqual([])
  }
})
