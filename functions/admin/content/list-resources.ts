import type { ResourceState } from '#shared/contract/admin/resources.ts'
import { type ManagedResource, managedResource } from '#shared/domain/documents/document-input.ts'
import type { DocumentHealth } from '../../data/document-health.ts'
import type { Openings } from '../../data/openings.ts'
import type { Resources } from '../../data/resources.ts'
import type { PageQuery } from '../../data/table/cursor.ts'
import type { Clock } from '../../http/clock.ts'

type Deps = {
  resources: Pick<Resources, 'listNewest'>
  documentHealth: Pick<DocumentHealth, 'read'>
  openings: Pick<Openings, 'sumLastDays'>
  clock: Clock
}

const UNOPENED_DAYS = 365

/**
 * Returns a page of resources, newest first, with the number of all resources or of those that search and state find.
 */
export async function listResources(
  { resources, documentHealth, openings, clock }: Deps,
  { state, ...query }: PageQuery & { search: string; state?: ResourceState | undefined },
): Promise<{ items: ManagedResource[]; nextCursor: string | null; total: number }> {
  const readers: Record<ResourceState, () => Promise<(id: string) => boolean>> = {
    broken: async () => {
      const { broken } = await documentHealth.read()
      const ids = new Set(broken.map(({ id }) => id))
      return (id) => ids.has(id)
    },
    unopened: async () => {
      const sums = await openings.sumLastDays(clock.now(), UNOPENED_DAYS)
      return (id) => !sums.has(id)
    },
  }
  const { items, ...page } = await resources.listNewest(query, state && readers[state])
  return { items: items.map(managedResource), ...page }
}
