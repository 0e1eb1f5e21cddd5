import type { User } from '#shared/entities/user.ts'
import type { Table } from './client.ts'
import { createCounters } from './counters.ts'
import { cursorOf, NEWEST_FIRST_SORT_KEY, type Page, positionOf } from './cursor.ts'
import { type ItemKey, PREMIUM, USERS, userIndexKeys, userKey } from './keys.ts'
import { parseItem, queryPage, readBatch } from './read.ts'
import { addressSearch, isShownHere, listHits, type SearchHit } from './search-entries.ts'
import { tableShape } from './table-shape.ts'
import { ListedUser, parseUser } from './user-item.ts'

const { newest, sparse } = tableShape.indexes

type PageQuery = { limit: number; cursor?: string | undefined }

/** The dashboard's view of all users who are not blocked. Indexes are eventually consistent. */
export function createUserLists(table: Table) {
  /**
   * Users newest first, one query a page; with a search those whose address holds it, one query and one batch of reads
   * a page whatever else is stored. A page of found users is newest first in itself; blocked ones and those who were
   * found at an earlier place of their address are left out of it, so that it may hold fewer than `limit`.
   * @throws DomainError INVALID_REQUEST when the cursor is not one of this list's
   */
  async function listNewest({ search, ...page }: PageQuery & { search: string }): Promise<Page<ListedUser>> {
    return search === '' ? listPage(newest, USERS, page) : find(addressSearch.termOf(search), page)
  }

  /**
   * The users whose Premium flag is set, whether or not it still holds, newest first: one query a page.
   * @throws DomainError INVALID_REQUEST when the cursor is not one of this list's
   */
  async function listPremium(page: PageQuery): Promise<Page<ListedUser>> {
    return listPage(sparse, PREMIUM, page)
  }

  async function listPage(
    index: typeof newest | typeof sparse,
    partition: string,
    { limit, cursor }: PageQuery,
  ): Promise<Page<ListedUser>> {
    const { items } = await queryPage(table, {
      IndexName: index.name,
      KeyConditionExpression: `${index.partitionKey} = :list`,
      ExpressionAttributeValues: { ':list': partition },
      ScanIndexForward: false,
      // One more than shown tells whether there is a next page.
      Limit: limit + 1,
      ...(cursor !== undefined && { ExclusiveStartKey: startKey(index, partition, cursor) }),
    })
    const users = items.slice(0, limit).map((item) => parseItem(ListedUser, item))
    const last = items.length > limit ? users.at(-1) : undefined
    return { items: users, nextCursor: last ? cursorOf(userIndexKeys(last).gsi1sk) : null }
  }

  async function find(term: string, { limit, cursor }: PageQuery): Promise<Page<ListedUser>> {
    if (term === '') return { items: [], nextCursor: null }
    const { hits, nextCursor } = await listHits(table, addressSearch, { term, limit, cursor })
    const users = await readUsers(hits)
    const shown = hits.flatMap((hit) => {
      const user = users.get(hit.ownerId)
      return user && isListed(user) && isShownHere(addressSearch, term, hit, user.email) ? [user] : []
    })
    return { items: shown.toSorted(newestFirst).map(asListed), nextCursor }
  }

  /** The users behind hits, by id: one batch. Somebody may be hit at several places of his address. */
  async function readUsers(hits: readonly SearchHit[]): Promise<ReadonlyMap<string, User>> {
    const ids = [...new Set(hits.map(({ ownerId }) => ownerId))]
    if (ids.length === 0) return new Map()
    const users = (await readBatch(table, ids.map(userKey))).map(parseUser)
    return new Map(users.map((user) => [user.id, user]))
  }

  return { listNewest, listPremium, countListed: createCounters(table).countUsers }
}

export type UserLists = ReturnType<typeof createUserLists>

function isListed({ blockedAt }: User): boolean {
  return blockedAt === null
}

function newestFirst(a: User, b: User): number {
  return b.createdAt.localeCompare(a.createdAt)
}

function asListed(user: User): ListedUser {
  return parseItem(ListedUser, user)
}

/** The index's start key, whole: everything but the sort key follows from the list itself. */
function startKey(
  index: { partitionKey: string; sortKey: string },
  partition: string,
  cursor: string,
): ItemKey & Record<string, string> {
  const sortKey = positionOf(cursor, NEWEST_FIRST_SORT_KEY)
  const userId = sortKey.slice(sortKey.indexOf('#') + 1)
  return { ...userKey(userId), [index.partitionKey]: partition, [index.sortKey]: sortKey }
}
