import { queryOptions } from '@tanstack/react-query'
import type { ThemeSlug } from '#shared/catalogue/themes.ts'
import type { TrackSlug } from '#shared/catalogue/tracks.ts'
import { getChapter } from '#shared/contract/catalogue.ts'
import { call } from '#web/lib/api/call.ts'

/** The resources of a chapter, public. */
export const chapterQuery = (track: TrackSlug, theme: ThemeSlug, chapter: string) =>
  queryOptions({
    queryKey: ['chapter', track, theme, chapter],
    queryFn: async ({ signal }) =>
      (await call(getChapter, { params: { track, theme, chapter }, signal })).items,
  })
