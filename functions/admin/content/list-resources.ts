import type { ResourceState } from '#shared/contract/admin/resources.ts'
import { type ManagedResource, managedResource } from '#shared/domain/documents/document-input.ts'
import type { PageQuery } from '../../data/table/cursor.ts'
import type { Deps } from '../../http/deps.ts'

const UNOPENED_DAYS = 365

/**
 * Returns a page of resources, newest first, with the number of all resources or of those that search and state find.
 */
export async function listResources(
  {
    resources,
    documentHealth,
    openings,
    clock,
  }: Pick<Deps, 'resources' | 'documentHealth' | 'openings' | 'clock'>,
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
