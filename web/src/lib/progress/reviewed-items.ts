import { useQueries } from '@tanstack/react-query'
import { findTrack } from '#shared/catalogue/tracks.ts'
import type { ChapterItem } from '#shared/entities/resource.ts'
import { api } from '../api/api.ts'
import { getChapter } from '../api/public-routes.ts'
import type { Access } from '../auth/use-auth.ts'
import { isMarkable } from '../documents/open-document.ts'
import type { ReviewedDocument } from './marks.ts'
import { type ChapterKey, isSameChapter } from './unsent-marks.ts'

/** A document to review, and its entry in the chapter's list; null where the list could not be fetched. */
export type ReviewedItem = ReviewedDocument & { item: ChapterItem | null }

/**
 * Finds documents in the public lists of their chapters, with one request a chapter, which browsers keep. Documents
 * that were deleted or are closed to the account are left out.
 */
export function useReviewedItems(documents: readonly ReviewedDocument[], access: Access) {
  const chapters = distinctChapters(documents)
  const lists = useQueries({
    queries: chapters.map(({ track, theme, chapter }) =>
      api(getChapter).queryOptions({
        params: { track: findTrack(track).slug, theme, chapter: String(chapter) },
      }),
    ),
  })
  const items = documents.flatMap((document): ReviewedItem[] => {
    const list = lists[chapters.findIndex((one) => isSameChapter(one, document.chapter))]
    if (!list?.data) return list?.isError ? [{ ...document, item: null }] : []
    const item = list.data.items.find(({ id }) => id === document.id)
    return item && isMarkable(item, access) ? [{ ...document, item }] : []
  })
  return { items, isPending: lists.some(({ isPending }) => isPending) }
}

function distinctChapters(documents: readonly ReviewedDocument[]): ChapterKey[] {
  return documents
    .map(({ chapter }) => chapter)
    .filter((one, at, all) => all.findIndex((other) => isSameChapter(one, other)) === at)
}
