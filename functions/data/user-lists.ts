import * as v from 'valibot'
import type { Table } from './client.ts'
import { cursorOf, NEWEST_FIRST_SORT_KEY, type Page, positionOf } from './cursor.ts'
import { COUNTERS, USERS, userIndexKeys, userKey } from './keys.ts'
import { parseItem, queryAll, queryPage } from './read.ts'
import { tableShape } from './table-shape.ts'
import { ListedUser } from './user-item.ts'

/** A search looks through at most 4 x 2,500 users a request and hands out a cursor for the rest. */
const SEARCH_STEP = 2_500
const SEARCH_STEPS = 4

const { newest } = tableShape.indexes

/** The dashboard's view of all users who are not blocked. Eventually consistent, as indexes are. */
export function userListsOf(table: Table) {
  /**
   * Users newest first; `search` is any part of the address. Without a search one query a page; with one at most four
   * bounded queries, so that a page may hold fewer than `limit` users and still have a next cursor.
   * @throws Refusal INVALID_REQUEST when the cursor is not one of this list's
   */
  async function listNewest({
    search,
    limit,
    cursor,
  }: {
    search: string
    limit: number
    cursor?: string | undefined
  }): Promise<Page<ListedUser>> {
    const found: ListedUser[] = []
    let from = cursor === undefined ? undefined : positionOf(cursor, NEWEST_FIRST_SORT_KEY)
    for (let step = 0; step < SEARCH_STEPS; step += 1) {
      const { users, last } = await queryStep(search.toLowerCase(), limit, from)
      found.push(...users)
      if (found.length > limit) return pageOf(found.slice(0, limit), sortKeyOfUser(found[limit - 1]))
      if (last === undefined) return pageOf(found, undefined)
      from = last
    }
    return pageOf(found, from)
  }

  async function queryStep(search: string, limit: number, from: string | undefined) {
    const { items, lastKey } = await queryPage(table, {
      IndexName: newest.name,
      KeyConditionExpression: 'gsi1pk = :users',
      ExpressionAttributeValues: { ':users': USERS, ...(search && { ':search': search }) },
      ScanIndexForward: false,
      // One more than shown tells whether there is a next page.
      Limit: search ? SEARCH_STEP : limit + 1,
      ...(search && { FilterExpression: 'contains(email, :search)' }),
      ...(from && { ExclusiveStartKey: startKey(from) }),
    })
    const users = items.map((item) => parseItem(ListedUser, item))
    const last: unknown = lastKey?.[newest.sortKey]
    return { users, last: typeof last === 'string' ? last : undefined }
  }

  /** How many users are listed without a search: the sum of the counter's shards. One query. */
  async function countListed(): Promise<number> {
    const shards = await queryAll(table, {
      KeyConditionExpression: 'pk = :counters AND begins_with(sk, :users)',
      ExpressionAttributeValues: { ':counters': COUNTERS, ':users': 'USERS#' },
    })
    return shards.reduce((sum, shard) => sum + parseItem(CounterShard, shard).count, 0)
  }

  return { listNewest, countListed }
}

export type UserLists = ReturnType<typeof userListsOf>

const CounterShard = v.object({ count: v.number() })

function pageOf(items: ListedUser[], last: string | undefined): Page<ListedUser> {
  return { items, nextCursor: last === undefined ? null : cursorOf(last) }
}

function sortKeyOfUser(user: ListedUser | undefined): string | undefined {
  return user && userIndexKeys(user).gsi1sk
}

/** The index's start key, whole: everything but the sort key follows from the list itself. */
function startKey(sortKey: string) {
  const userId = sortKey.slice(sortKey.indexOf('#') + 1)
  return { ...userKey(userId), [newest.partitionKey]: USERS, [newest.sortKey]: sortKey }
}
