import { queryOptions } from '@tanstack/react-query'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { listProgress } from '#shared/contract/progress.ts'
import { call } from '../api/call.ts'

/** The marks of an account in a track, as the server has them; only for whoever is signed in. */
export const progressQuery = (account: string | null, track: TrackCode) =>
  queryOptions({
    queryKey: ['progress', account, track],
    queryFn: async ({ signal }) => (await call(listProgress, { query: { track }, signal })).items,
    enabled: account !== null,
    meta: { personal: true },
  })
