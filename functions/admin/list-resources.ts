import type { Resource } from '#shared/entities/resource.ts'
import type { Counters } from '../data/counters.ts'
import type { ResourceLists } from '../data/resource-lists.ts'
import { resourceFormat, writeCsv } from './import/csv.ts'
import { resourceView } from './resource-view.ts'

export type ResourceListDeps = { resourceLists: ResourceLists; counters: Pick<Counters, 'countResources'> }

/** A page of resources, newest first, and how many there are in all. */
export async function listResources(
  { resourceLists, counters }: ResourceListDeps,
  query: { search: string; limit: number; cursor?: string | undefined },
) {
  const [{ items, nextCursor }, total] = await Promise.all([
    resourceLists.listNewest(query),
    counters.countResources(),
  ])
  return { items: items.map(resourceView), nextCursor, total }
}

/** Every resource as CSV that the import reads, newest first. */
export async function exportResources({
  resourceLists,
}: Pick<ResourceListDeps, 'resourceLists'>): Promise<string> {
  const all: Resource[] = []
  for await (const some of resourceLists.listAll()) all.push(...some)
  return writeCsv(resourceFormat.columns, all.map(resourceView))
}
