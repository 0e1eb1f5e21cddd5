import { useMemo, useSyncExternalStore } from 'react'
import { findTheme } from '#shared/catalogue/tracks.ts'
import { type ChapterProgress, listProgress } from '#shared/contract/progress.ts'
import { type KeptMark, keptAfter, type Mark } from '#shared/domain/practice/progress.ts'
import { isDue } from '#shared/domain/practice/review-dates.ts'
import { useKeptAnswer } from '#web/lib/api/kept-data.ts'
import { useProfile } from '#web/lib/auth/auth-state.ts'
import { unsentMarksText } from '#web/lib/browser-storage.ts'
import { api } from '../api/api.ts'
import { pageClient } from '../api/page-queries.tsx'
import { moroccanToday } from '../settings.ts'
import {
  ALL_MARKS,
  type ChapterKey,
  isSameChapter,
  keepUnsent,
  marksSender,
  type UnsentChapter,
  unsentChapters,
} from './unsent-marks.ts'

type ChapterMarks = ReadonlyMap<string, KeptMark>

export type ReviewedDocument = {
  chapter: ChapterKey
  id: string
  since: string
  /** The last day on which it was looked at since; null for never. */
  seen: string | null
  isDue: boolean
}

/** Returns the student's marks; empty, and without a request, for a visitor. */
export function useMarks() {
  const account = useAccount()
  const stored = useKeptAnswer(listProgress, ALL_MARKS)
  const kept = useSyncExternalStore(unsentMarksText.onChange, unsentMarksText.read, () => null)
  const unsent = useMemo(() => (account === null ? [] : unsentChapters(account, kept)), [account, kept])
  const items = stored.data?.items ?? []
  return {
    ofChapter: (chapter: ChapterKey): ChapterMarks => chapterMarks(chapter, items, unsent),
    /** Returns every document that is marked 'À revoir', the earliest mark first. */
    toReview: () => documentsToReview(items, unsent),
    /** Neither the server's marks nor kept ones are known yet. */
    isPending: stored.isPending,
    isUnknown: stored.isError && stored.data === undefined,
    retry: () => void stored.refetch(),
  }
}

/** Null removes the mark. A change is shown at once and kept until it is sent. */
export function useMarkDocument(chapter: ChapterKey): (id: string, mark: Mark | null) => void {
  const account = useAccount()
  return (id, mark) => {
    if (account === null) return
    keepUnsent(account, chapter, { id, mark })
    void marksSender.send()
  }
}

/** Sent only for a document that is due, since it would change nothing for others. */
export function noteSeen(account: string, chapter: ChapterKey, id: string): void {
  const { queryKey } = api(listProgress).queryOptions(ALL_MARKS)
  const stored = pageClient().getQueryData(queryKey)?.items ?? []
  const kept = chapterMarks(chapter, stored, unsentChapters(account)).get(id)
  if (kept?.mark !== 'review') return
  if (!isDue({ marked: kept.since, seen: kept.seen, today: moroccanToday() })) return
  keepUnsent(account, chapter, { id, mark: 'seen' })
  void marksSender.send()
}

export function countMarks(marks: Iterable<KeptMark | undefined>): Record<Mark, number> {
  const count = { done: 0, review: 0 }
  for (const kept of marks) if (kept) count[kept.mark] += 1
  return count
}

function chapterMarks(
  key: ChapterKey,
  stored: readonly ChapterProgress[],
  unsent: readonly UnsentChapter[],
): ChapterMarks {
  const known = stored.find((one) => isSameChapter(one, key))
  const marks = new Map<string, KeptMark>(known?.marks.map(({ id, ...kept }) => [id, kept]))
  for (const { id, mark } of unsent.find((one) => isSameChapter(one, key))?.changes ?? []) {
    const kept = keptAfter(marks.get(id), mark, moroccanToday())
    if (kept) marks.set(id, kept)
    else marks.delete(id)
  }
  return marks
}

function documentsToReview(
  stored: readonly ChapterProgress[],
  unsent: readonly UnsentChapter[],
): ReviewedDocument[] {
  const today = moroccanToday()
  const chapters = [...stored.flatMap(chapterKey), ...unsent]
  return chapters
    .filter((one, at) => chapters.findIndex((other) => isSameChapter(one, other)) === at)
    .flatMap(({ track, theme, chapter }) =>
      [...chapterMarks({ track, theme, chapter }, stored, unsent)].flatMap(([id, kept]) =>
        kept.mark === 'review'
          ? [
              {
                chapter: { track, theme, chapter },
                id,
                since: kept.since,
                seen: kept.seen,
                isDue: isDue({ marked: kept.since, seen: kept.seen, today }),
              },
            ]
          : [],
      ),
    )
    .toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since))
}

/** Returns null for a chapter that the catalogue does not have any more. */
function chapterKey({ track, theme: slug, chapter }: ChapterProgress): ChapterKey[] {
  const theme = findTheme(track, slug)
  return theme && theme.chapters.length >= chapter ? [{ track, theme: theme.slug, chapter }] : []
}

function useAccount(): string | null {
  return useProfile()?.id ?? null
}
