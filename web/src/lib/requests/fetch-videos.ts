import { queryOptions } from '@tanstack/react-query'
import { listVideos } from '#shared/contract/catalogue.ts'
import { call } from '../api/call.ts'

/** The free videos, public. */
export const videosQuery = queryOptions({
  queryKey: ['videos'],
  queryFn: async ({ signal }) => (await call(listVideos, { signal })).items,
})
