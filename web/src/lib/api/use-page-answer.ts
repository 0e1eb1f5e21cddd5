import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { fetchPageAnswer } from './page-answer.ts'

/**
 * Returns what a public page says beyond the answers of the API. The page's HTML contains it; where the reader followed
 * a link of the site, it is fetched.
 */
export function usePageAnswer<Answer>(path: string): UseQueryResult<Answer> {
  return useQuery({
    queryKey: [path, {}],
    queryFn: ({ signal }) => fetchPageAnswer<Answer>(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
