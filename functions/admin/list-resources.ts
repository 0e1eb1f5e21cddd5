import { type ManagedResource, managedResource } from '#shared/domain/document-input.ts'
import type { Resource } from '#shared/entities/resource.ts'
import type { PageQuery } from '../data/cursor.ts'
import type { Resources } from '../data/resources.ts'
import { resourceFormat, writeCsv } from './import/csv.ts'

/** A page of resources, newest first, and how many there are in all: of those that the search finds, if there is one. */
export async function listResources(
  { resources }: { resources: Pick<Resources, 'listNewest'> },
  query: PageQuery & { search: string },
): Promise<{ items: ManagedResource[]; nextCursor: string | null; total: number }> {
  const { items, ...page } = await resources.listNewest(query)
  return { items: items.map(managedResource), ...page }
}

/** Every resource as CSV that the import reads, newest first. */
export async function exportResources({
  resources,
}: {
  resources: Pick<Resources, 'listAll'>
}): Promise<string> {
  const all: Resource[] = []
  for await (const some of resources.listAll()) all.push(...some)
  return writeCsv(resourceFormat.columns, all.map(managedResource))
}
