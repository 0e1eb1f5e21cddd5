import { type ManagedResource, managedResource } from '#shared/domain/documents/document-input.ts'
import type { Resources } from '../../data/resources.ts'
import type { PageQuery } from '../../data/table/cursor.ts'

/** Returns a page of resources, newest first, with the number of all resources or of those that the search finds. */
export async function listResources(
  { resources }: { resources: Pick<Resources, 'listNewest'> },
  query: PageQuery & { search: string },
): Promise<{ items: ManagedResource[]; nextCursor: string | null; total: number }> {
  const { items, ...page } = await resources.listNewest(query)
  return { items: items.map(managedResource), ...page }
}
