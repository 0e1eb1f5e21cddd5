import { queryOptions } from '@tanstack/react-query'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { listSubjects } from '#shared/contract/catalogue.ts'
import { call } from '../api/call.ts'

/** The bac subjects of a track, public. */
export const subjectsQuery = (track: TrackCode) =>
  queryOptions({
    queryKey: ['subjects', track],
    queryFn: async ({ signal }) => (await call(listSubjects, { query: { track }, signal })).items,
  })
