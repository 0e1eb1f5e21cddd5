import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { isSeeded } from './cache.ts'
import { followListUpdates } from './list-updates.ts'
import { onSeed, seededAnswers } from './page-content.ts'
import { createQueryClient } from './query-client.ts'

let current: QueryClient | null = null

/**
 * Returns the query cache, which the first part of the site that needs it creates with the answers that the page came
 * with.
 */
export function pageClient(): QueryClient {
  if (current) return current
  const client = createQueryClient()
  setPageClient(client)
  followListUpdates(client)
  onSeed(() => {
    // Answers that the API has given since are newer, and stay.
    for (const { route, input, answer } of seededAnswers())
      if (isSeeded(client, [route, input])) client.setQueryData([route, input], answer, { updatedAt: 0 })
  })
  return client
}

/** Sets the query cache; the renderer and tests do so before each page. */
export function setPageClient(client: QueryClient): void {
  current = client
  // The answers are stored as outdated: they are shown at once, and fetched again.
  for (const { route, input, answer } of seededAnswers())
    client.setQueryData([route, input], answer, { updatedAt: 0 })
}

/** Wraps a page or dialog that reads or changes something through the API. The others load without TanStack Query. */
export function withQueries<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  return function WithQueries(props) {
    return (
      <QueryClientProvider client={pageClient()}>
        <Component {...props} />
      </QueryClientProvider>
    )
  }
}
