import * as v from 'valibot'
import type { Resource } from '#shared/entities/resource.ts'
import type { Table } from './client.ts'
import { cursorOf, type Page, positionOf } from './cursor.ts'
import { newestFirst, RESOURCES, resourceKey } from './keys.ts'
import { parseItem, queryPage, readBatch } from './read.ts'
import { parseResource, searchTextOf } from './resource-item.ts'
import { isShownHere, listHits, wordSearch } from './search-entries.ts'
import { tableShape } from './table-shape.ts'

const { newest } = tableShape.indexes

type PageQuery = { limit: number; cursor?: string | undefined }

const SORT_KEY = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#[\w-]{1,64}$/
const Listed = v.object({ id: v.string(), createdAt: v.string() })
/** DynamoDB reads at most 100 items a batch. */
const READ_SIZE = 100

/** The dashboard's view of all resources: which there are says an index, what they are is read as last written. */
export function createResourceLists(table: Table) {
  /**
   * Resources newest first, or those that hold words which begin as the search does: one query and one batch of reads a
   * page. A page of found resources is newest first in itself and may hold fewer than `limit`.
   * @throws DomainError INVALID_REQUEST when the cursor is not one of this list's
   */
  async function listNewest({ search, ...page }: PageQuery & { search: string }): Promise<Page<Resource>> {
    if (search !== '') return find(wordSearch.termOf(search), page)
    const { listed, last } = await listPage(page)
    return {
      items: await readResources(listed.map(({ id }) => id)),
      nextCursor: last === undefined ? null : cursorOf(last),
    }
  }

  /** Every resource, newest first, a hundred at a time. */
  async function* listAll(): AsyncGenerator<Resource[]> {
    let cursor: string | undefined
    do {
      const { listed, last } = await listPage({ limit: READ_SIZE, cursor })
      yield await readResources(listed.map(({ id }) => id))
      cursor = last === undefined ? undefined : cursorOf(last)
    } while (cursor !== undefined)
  }

  /** Those of at most 100 resources that exist, as last written, in the order of the ids. One batch. */
  async function readResources(ids: readonly string[]): Promise<Resource[]> {
    const wanted = [...new Set(ids)]
    if (wanted.length === 0) return []
    const items = await readBatch(table, wanted.map(resourceKey), { ConsistentRead: true })
    const found = new Map(items.map(parseResource).map((resource) => [resource.id, resource]))
    return wanted.flatMap((id) => found.get(id) ?? [])
  }

  async function listPage({ limit, cursor }: PageQuery) {
    const { items } = await queryPage(table, {
      IndexName: newest.name,
      KeyConditionExpression: 'gsi1pk = :resources',
      ExpressionAttributeValues: { ':resources': RESOURCES },
      ScanIndexForward: false,
      // One more than shown tells whether there is a next page.
      Limit: limit + 1,
      ...(cursor !== undefined && { ExclusiveStartKey: startKey(cursor) }),
    })
    const listed = items.slice(0, limit).map((item) => parseItem(Listed, item))
    const last = items.length > limit ? listed.at(-1) : undefined
    return { listed, last: last && newestFirst(last) }
  }

  async function find(term: string, { limit, cursor }: PageQuery): Promise<Page<Resource>> {
    if (term === '') return { items: [], nextCursor: null }
    const { hits, nextCursor } = await listHits(table, wordSearch, { term, limit, cursor })
    const found = await readResources(hits.map(({ ownerId }) => ownerId))
    const byId = new Map(found.map((resource) => [resource.id, resource]))
    const items = hits.flatMap((hit) => {
      const resource = byId.get(hit.ownerId)
      return resource && isShownHere(wordSearch, term, hit, searchTextOf(resource)) ? [resource] : []
    })
    return { items: items.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)), nextCursor }
  }

  return { listNewest, listAll, readResources }
}

export type ResourceLists = ReturnType<typeof createResourceLists>

/** The index's start key, whole: everything but the sort key follows from the list itself. */
function startKey(cursor: string) {
  const sortKey = positionOf(cursor, SORT_KEY)
  const id = sortKey.slice(sortKey.indexOf('#') + 1)
  return { ...resourceKey(id), [newest.partitionKey]: RESOURCES, [newest.sortKey]: sortKey }
}
