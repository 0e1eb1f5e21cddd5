/** A page of a list that a cursor leads through. */
type ListPage<Item> = { items: readonly Item[]; nextCursor: string | null }

type ReadAllOptions<Item> = {
  readPage: (cursor: string | undefined) => Promise<ListPage<Item>>
  /** Told after each page how many items are there. */
  onProgress?: (count: number) => void
  /** No further page is read once so many are there. */
  limit?: number
}

/** A paged list from its beginning to its end, one page after the other. */
export async function readAll<Item>(options: ReadAllOptions<Item>): Promise<Item[]> {
  const { readPage, onProgress, limit = Number.POSITIVE_INFINITY } = options
  const items: Item[] = []
  let cursor: string | undefined
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const page = await readPage(cursor)
    items.push(...page.items)
    onProgress?.(items.length)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && items.length < limit)
  return items
}
