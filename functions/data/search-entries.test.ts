import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { listThemes } from '#shared/catalogue/themes.ts'
import type { Resource } from '#shared/entities/resource.ts'
import type { User } from '#shared/entities/user.ts'
import { documentedResource } from '../test-support/content.ts'
import { settle } from '../test-support/people.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { createResourceLists } from './resource-lists.ts'
import { createResources } from './resources.ts'
import { addressSearch, isShownHere, type SearchKind, wordSearch } from './search-entries.ts'
import { createUserLists } from './user-lists.ts'
import { createUsers } from './users.ts'

test.each([
  [wordSearch, 'Énergie & œuvre', ['energie oeuvre', 'oeuvre']],
  [wordSearch, 'RC : dipôle RC', ['rc dipole rc', 'dipole rc', 'rc']],
  [wordSearch, ' -- ', []],
  [addressSearch, 'a@b.c', ['a@b.c', '@b.c', 'b.c', '.c', 'c']],
])('what of a text can be searched for (%#)', (kind, text, beginnings) => {
  expect(kind.beginningsOf(text)).toEqual(beginnings)
})

test.each([
  [wordSearch, '  Énergie,  MÉCA', 'energie meca'],
  [wordSearch, '?!', ''],
  [addressSearch, ' @Exemple ', '@exemple'],
  [addressSearch, 'a b', ''],
  [addressSearch, 'é', ''],
])('how a term is written (%#)', (kind, search, term) => {
  expect(kind.termOf(search)).toBe(term)
})

test('a transaction is never too large for the entries of a text', () => {
  const long = fc.array(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 60, maxLength: 200 })
  fc.assert(
    fc.property(long, (words) => {
      expect(wordSearch.beginningsOf(words.join(' ')).length).toBeLessThanOrEqual(45)
      expect(addressSearch.beginningsOf(words.join('')).length).toBeLessThanOrEqual(80)
    }),
  )
})

test('a text is shown at exactly one of its beginnings that match', () => {
  const kinds = fc.constantFrom<SearchKind>(addressSearch, wordSearch)
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '@'), maxLength: 30 })
  fc.assert(
    fc.property(kinds, text, text, (kind, stored, search) => {
      const term = kind.termOf(search)
      const matching = kind.beginningsOf(stored).filter((beginning) => beginning.startsWith(term))
      const shown = matching.filter((beginning) =>
        isShownHere(kind, term, { beginning, ownerId: 'x' }, stored),
      )
      expect(shown).toHaveLength(Math.min(1, matching.length))
    }),
  )
})

describe('against a plain look through everything', () => {
  let store: TestTable
  beforeEach(async () => {
    store = await startTable()
  })
  afterEach(() => store.stop())

  /** All pages of a search, by id; no page is longer than asked for. */
  async function allPages(
    limit: number,
    page: (cursor: string | undefined) => Promise<{ items: { id: string }[]; nextCursor: string | null }>,
  ): Promise<string[]> {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const { items, nextCursor } = await page(cursor)
      expect(items.length).toBeLessThanOrEqual(limit)
      ids.push(...items.map(({ id }) => id))
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined)
    return ids
  }

  test('addresses are found by any part, each once, blocked and deleted ones never', async () => {
    const letter = fc.constantFrom('a', 'b', '.', '-')
    const part = fc.string({ unit: letter, minLength: 1, maxLength: 5 })
    const emails = fc.sample(
      fc.tuple(part, part).map(([name, host]) => `${name}@${host}.a`),
      { numRuns: 25, seed: 7 },
    )
    const users: User[] = []
    for (const [index, email] of [...new Set(emails)].entries())
      users.push(
        await settle(store.table, {
          email,
          ...(index % 5 === 0 && { blockedAt: '2026-01-01T00:00:00.000Z' }),
        }),
      )
    const gone = users.filter((_, index) => index % 7 === 1)
    for (const user of gone) await createUsers(store.table).removeProfile(user)
    const listed = users.filter((user) => user.blockedAt === null && !gone.includes(user))
    const lists = createUserLists(store.table)
    const terms = fc.string({
      unit: fc.constantFrom('a', 'b', '.', '-', '@', 'A'),
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(terms, fc.integer({ min: 1, max: 8 }), async (search, limit) => {
        const found = await allPages(limit, (cursor) => lists.listNewest({ search, limit, cursor }))
        const expected = listed.filter(({ email }) => email.includes(search.toLowerCase()))
        expect(found.toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
      }),
      { numRuns: 40 },
    )
  }, 60_000)

  test('resources are found by the beginnings of words in a row, each once', async () => {
    const chapters = listThemes('SM').flatMap(({ slug, chapters: titles }) =>
      titles.map((chapter) => ({ theme: slug, chapter })),
    )
    const words = fc.constantFrom('Onde', 'onde', 'Ondé', 'Exercice', 'RC', "l'énergie", '2019', 'ex.')
    const titles = fc.sample(fc.array(words, { minLength: 1, maxLength: 5 }), { numRuns: 30, seed: 3 })
    const stored: Resource[] = titles.map((title, index) =>
      documentedResource({
        ...chapters[index % chapters.length],
        title: title.join(' '),
        year: String(2000 + (index % 20)),
      }),
    )
    await createResources(store.table).putAll(stored)
    const lists = createResourceLists(store.table)
    const term = fc.constantFrom(
      'o',
      'Ondes',
      'onde',
      'onde e',
      'ex',
      'rc',
      '2019',
      'l energie',
      'SM',
      'zz',
      '!',
    )
    await fc.assert(
      fc.asyncProperty(term, fc.integer({ min: 1, max: 9 }), async (search, limit) => {
        const found = await allPages(limit, (cursor) => lists.listNewest({ search, limit, cursor }))
        const expected = stored.filter(({ title, chapter, year, track }) =>
          holdsWords(`${title} ${chapter} ${year} ${track}`, search),
        )
        expect(found.toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
      }),
      { numRuns: 30 },
    )
  }, 60_000)

  /** The same question, put another way. */
  function holdsWords(text: string, search: string): boolean {
    const plain = (each: string) =>
      each
        .normalize('NFD')
        .replace(/[^A-Za-z0-9]/g, (sign) => (/\p{M}/u.test(sign) ? '' : ' '))
        .toLowerCase()
    const term = plain(search).trim()
    return term !== '' && ` ${plain(text).replace(/ +/g, ' ')}`.includes(` ${term}`)
  }

  test('a page of found users is newest first, in one query and one batch', async () => {
    for (const [index, day] of ['03', '01', '02'].entries())
      await settle(store.table, {
        email: `eleve${index}@exemple.test`,
        createdAt: `2026-01-${day}T00:00:00.000Z`,
      })
    store.operations.clear()
    const { items } = await createUserLists(store.table).listNewest({ search: 'eleve', limit: 50 })
    expect(items.map(({ email }) => email.charAt(5))).toEqual(['0', '2', '1'])
    expect(store.operations.list()).toEqual(['Query', 'BatchGetItem'])
  })

  test.each([
    ['of another search', 'b@c.d'],
    ['of another list', '2026-01-01T00:00:00.000Z#x'],
    ['without an owner', 'exemple'],
  ])('a cursor %s is refused', async (_, position) => {
    const cursor = Buffer.from(`${position}${position.startsWith('b') ? `\t${randomUUID()}` : ''}`).toString(
      'base64url',
    )
    const page = { search: 'exemple', limit: 3, cursor }
    for (const list of [createUserLists(store.table), createResourceLists(store.table)])
      await expect(list.listNewest(page)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  })
})
