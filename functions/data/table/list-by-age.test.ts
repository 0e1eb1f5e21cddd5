import * as fc from 'fast-check'
import type { User } from '#shared/entities/user.ts'
import { COSTLY_RUNS } from '#shared/test-support/runs.ts'
import { storeUser } from '../../test-support/people.ts'
import { startTable, type TestTable } from '../../test-support/table.ts'
import { createResources } from '../resources.ts'
import { createUsers } from '../users.ts'
import { searchWords } from './list-by-age.ts'

test.each([
  ['  Énergie,  MÉCA énergie, ', ['energie,', 'meca']],
  [' \t ', []],
])('splits the search %j into %j', (search, words) => {
  expect(searchWords(search)).toEqual(words)
})

describe('compared with a filter over all rows', () => {
  let store: TestTable
  let users: ReturnType<typeof createUsers>
  let resources: ReturnType<typeof createResources>
  beforeAll(async () => {
    store = await startTable()
    users = createUsers(store.table)
    resources = createResources(store.table)
  })
  afterAll(() => store.stop())

  type List = (page: { search: string; limit: number; cursor: string | undefined }) => Promise<{
    items: { id: string }[]
    nextCursor: string | null
    total: number
  }>

  /** Expects all pages of a search to list these rows, newest first, each page with the exact total. */
  async function expectListed(
    list: List,
    { search, limit }: { search: string; limit: number },
    rows: readonly { id: string; createdAt: string }[],
  ) {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const { items, nextCursor, total } = await list({ search, limit, cursor })
      expect(items.length).toBeLessThanOrEqual(limit)
      expect(total).toBe(rows.length)
      ids.push(...items.map(({ id }) => id))
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined)
    const position = ({ createdAt, id }: (typeof rows)[number]) => `${createdAt}#${id}`
    const newestFirst = rows.toSorted((a, b) => (position(a) < position(b) ? 1 : -1))
    expect(ids).toEqual(newestFirst.map(({ id }) => id))
  }

  const instant = (index: number) => new Date(Date.UTC(2026, 0, 1) + (index % 9) * 1_000).toISOString()

  test('finds users by any part of the address, never blocked or deleted ones', async () => {
    const parts = ['a', 'ab', 'b-a', '.b', 'aa.b']
    const emails = parts.flatMap((name) => parts.map((host) => `${name}@${host}.a`))
    const stored: User[] = []
    for (const [index, email] of emails.entries()) {
      const blockedAt = index % 5 === 0 ? '2026-01-01T00:00:00.000Z' : null
      stored.push(await storeUser(store.table, { email, createdAt: instant(index), blockedAt }))
    }
    const gone = stored.filter((_, index) => index % 7 === 1)
    for (const user of gone) await users.removeProfile(user)
    const listed = stored.filter((user) => user.blockedAt === null && !gone.includes(user))
    const unit = fc.constantFrom('a', 'b', '.', '-', '@', 'A')
    const terms = fc.string({ unit, minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(terms, fc.integer({ min: 1, max: 8 }), async (search, limit) => {
        const expected = listed.filter(({ email }) => email.includes(search.toLowerCase()))
        await expectListed(users.listNewest, { search, limit }, expected)
      }),
      COSTLY_RUNS,
    )
  })

  test.each([
    ['of another list', 'BLOCKED'],
    ['without an id', '2026-01-01T00:00:00.000Z'],
    ['of another partition', '2026-01-01T00:00:00.000Z#a#b'],
  ])('rejects a cursor %s', async (_, position) => {
    const page = { search: 'exemple', limit: 3, cursor: Buffer.from(position).toString('base64url') }
    for (const list of [users, resources])
      await expect(list.listNewest(page)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  })
})
