import type { QueryClient } from '@tanstack/react-query'

/** After a change: the dashboard's list is asked for again, and so is what students see when it is next looked at. */
export async function forgetResources(client: QueryClient): Promise<void> {
  await Promise.all(
    [['resources'], ['chapter'], ['videos']].map((queryKey) => client.invalidateQueries({ queryKey })),
  )
}
