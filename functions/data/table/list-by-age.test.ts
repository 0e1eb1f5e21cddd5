import * as fc from 'fast-check'
import { listThemes } from '#shared/catalogue/themes.ts'
import { findTrack, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { foldText } from '#shared/domain/fold-text.ts'
import type { Resource } from '#shared/entities/resource.ts'
import type { User } from '#shared/entities/user.ts'
import { resourceFixture } from '../../test-support/content.ts'
import { storeUser } from '../../test-support/people.ts'
import { startTable, type TestTable } from '../../test-support/table.ts'
import { createResources } from '../resources.ts'
import { createUsers } from '../users.ts'
import { searchWords } from './list-by-age.ts'

test.each([
  ['Œuvre d’Énergie', "oeuvre d'energie"],
  ['ÉLÈVE@Exemple.test', 'eleve@exemple.test'],
  ['Noyaux – masse', 'noyaux - masse'],
  ['a\uD800', 'a\uFFFD'],
])('folds %j to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test.each([
  ['  Énergie,  MÉCA énergie, ', ['energie,', 'meca']],
  [' \t ', []],
])('splits the search %j into %j', (search, words) => {
  expect(searchWords(search)).toEqual(words)
})

describe('compared with a filter over all rows', () => {
  let store: TestTable
  beforeAll(async () => {
    store = await startTable()
  })
  afterAll(() => store.stop())

  type Listed = { items: { id: string }[]; nextCursor: string | null; total: number }

  /** Returns the ids of all pages of a search, and checks each page's length and total. */
  async function allPages(
    limit: number,
    page: (cursor: string | undefined) => Promise<Listed>,
  ): Promise<{ ids: string[]; totals: Set<number> }> {
    const ids: string[] = []
    const totals = new Set<number>()
    let cursor: string | undefined
    do {
      const { items, nextCursor, total } = await page(cursor)
      expect(items.length).toBeLessThanOrEqual(limit)
      ids.push(...items.map(({ id }) => id))
      totals.add(total)
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined)
    return { ids, totals }
  }

  const newestFirst = (rows: readonly { id: string; createdAt: string }[]) =>
    rows
      .toSorted((a, b) => (`${a.createdAt}#${a.id}` < `${b.createdAt}#${b.id}` ? 1 : -1))
      .map(({ id }) => id)

  const instant = (index: number) => new Date(Date.UTC(2026, 0, 1) + (index % 9) * 1_000).toISOString()

  test('finds users by any part of the address, newest first with the exact total, never blocked or deleted ones', async () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-'), minLength: 1, maxLength: 5 })
    const emails = fc.sample(
      fc.tuple(part, part).map(([name, host]) => `${name}@${host}.a`),
      { numRuns: 25, seed: 7 },
    )
    const users: User[] = []
    for (const [index, email] of [...new Set(emails)].entries())
      users.push(
        await storeUser(store.table, {
          email,
          createdAt: instant(index),
          ...(index % 5 === 0 && { blockedAt: '2026-01-01T00:00:00.000Z' }),
        }),
      )
    const gone = users.filter((_, index) => index % 7 === 1)
    for (const user of gone) await createUsers(store.table).removeProfile(user)
    const listed = users.filter((user) => user.blockedAt === null && !gone.includes(user))
    const terms = fc.string({
      unit: fc.constantFrom('a', 'b', '.', '-', '@', 'A'),
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(terms, fc.integer({ min: 1, max: 8 }), async (search, limit) => {
        const { ids, totals } = await allPages(limit, (cursor) =>
          createUsers(store.table).listNewest({ search, limit, cursor }),
        )
        const expected = listed.filter(({ email }) => email.includes(search.toLowerCase()))
        expect(ids).toEqual(newestFirst(expected))
        expect([...totals]).toEqual([expected.length])
      }),
      { numRuns: 40 },
    )
  })

  test('finds resources that hold every word of the search in some part, newest first with the exact total', async () => {
    const words = fc.constantFrom('Onde', 'onde', 'Ondé', 'Exercice', 'RC', "l'énergie", '2019', 'ex.')
    const titles = fc.sample(fc.array(words, { minLength: 1, maxLength: 5 }), { numRuns: 40, seed: 3 })
    const stored: Resource[] = titles.map((title, index) => {
      const track = TRACK_CODES[index % TRACK_CODES.length] ?? TRACK_CODES[0]
      const [theme] = listThemes(track)
      if (!theme) throw new Error('a track without themes')
      return resourceFixture({
        track,
        theme: theme.slug,
        chapter: theme.chapters[0] ?? '',
        title: title.join(' '),
        year: String(2000 + (index % 20)),
        createdAt: instant(index),
      })
    })
    await createResources(store.table).putAll(stored)
    const labels = TRACK_CODES.map((code) => findTrack(code).label)
    const term = fc.constantFrom(
      'o',
      'nde',
      'ONDES',
      'onde ex',
      'rc 20',
      '2019',
      'l’énergie',
      'zz',
      '!',
      ...TRACK_CODES,
      ...labels,
    )
    await fc.assert(
      fc.asyncProperty(term, fc.integer({ min: 1, max: 9 }), async (search, limit) => {
        const { ids, totals } = await allPages(limit, (cursor) =>
          createResources(store.table).listNewest({ search, limit, cursor }),
        )
        const expected = stored.filter(({ title, chapter, year, track }) => {
          const text = plain([title, chapter, year, track, findTrack(track).label].join(' '))
          return plain(search)
            .split(' ')
            .every((word) => text.includes(word))
        })
        expect(ids).toEqual(newestFirst(expected))
        expect([...totals]).toEqual([expected.length])
      }),
      { numRuns: 40 },
    )
  })

  /** Returns a second implementation of the search, to compare with. */
  const plain = (text: string) =>
    text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()

  test('counts every row and reads one page when nothing is searched', async () => {
    const { listNewest } = createResources(store.table)
    store.operations.clear()
    const { items, total } = await listNewest({ search: '  ', limit: 3 })
    expect({ shown: items.length, total }).toEqual({ shown: 3, total: 40 })
    expect(store.operations.list().toSorted()).toEqual(['BatchGetItem', 'Query', 'Query'])
  })

  test.each([
    ['of another list', 'BLOCKED'],
    ['without an id', '2026-01-01T00:00:00.000Z'],
    ['of another partition', '2026-01-01T00:00:00.000Z#a#b'],
  ])('rejects a cursor %s', async (_, position) => {
    const page = { search: 'exemple', limit: 3, cursor: Buffer.from(position).toString('base64url') }
    for (const list of [createUsers(store.table), createResources(store.table)])
      await expect(list.listNewest(page)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  })
})
