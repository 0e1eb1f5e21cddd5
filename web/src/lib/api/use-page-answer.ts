import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { fetchPageAnswer } from './page-answer.ts'

/**
 * What a public page says beyond the answers of the API. Its HTML has it; where the browser came to the page by a link of
 * the site, that is fetched.
 */
export function usePageAnswer<Answer>(path: string): UseQueryResult<Answer> {
  return useQuery({
    queryKey: [path, {}],
    queryFn: ({ signal }) => fetchPageAnswer<Answer>(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
