import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { type ChapterProgress, listProgress } from '#shared/contract/progress.ts'
import type { Mark } from '#shared/domain/progress.ts'
import { api } from '../api/api.ts'
import { useProfile } from '../auth/use-auth.ts'
import { sendMarks } from './send-marks.ts'
import {
  type ChapterKey,
  isSameChapter,
  keepUnsent,
  type UnsentChapter,
  unsentChapters,
} from './unsent-marks.ts'
import { onUnsentChange, readUnsent } from './unsent-storage.ts'

/** The marked documents of a chapter by their ids. */
export type ChapterMarks = ReadonlyMap<string, Mark>

/** What a student has marked in a track; nothing, and no request, for a visitor. */
export function useTrackMarks(track: TrackCode) {
  const account = useAccount()
  const stored = useQuery({
    ...api(listProgress).queryOptions({ query: { track } }),
    enabled: account !== null,
  })
  const kept = useSyncExternalStore(onUnsentChange, readUnsent, () => null)
  const unsent = useMemo(() => (account === null ? [] : unsentChapters(account, kept)), [account, kept])
  return {
    ofChapter: (chapter: Omit<ChapterKey, 'track'>): ChapterMarks =>
      chapterMarks({ track, ...chapter }, stored.data?.items ?? [], unsent),
    /** The marks on the server could not be fetched. */
    isUnknown: stored.isError && stored.data === undefined,
    retry: () => void stored.refetch(),
  }
}

/** Marks a document of a chapter, or takes its mark away (null): shown at once, kept until it is sent. */
export function useMarkDocument(chapter: ChapterKey): (id: string, mark: Mark | null) => void {
  const account = useAccount()
  return (id, mark) => {
    if (account === null) return
    keepUnsent(account, chapter, { id, mark })
    void sendMarks()
  }
}

/** How many of these are done, and how many to look at again. */
export function countMarks(marks: Iterable<Mark | undefined>): Record<Mark, number> {
  const count = { done: 0, review: 0 }
  for (const mark of marks) if (mark) count[mark] += 1
  return count
}

/** What the server has, and over it what it does not have yet. */
function chapterMarks(
  key: ChapterKey,
  stored: readonly ChapterProgress[],
  unsent: readonly UnsentChapter[],
): ChapterMarks {
  const known = stored.find(({ theme, chapter }) => theme === key.theme && chapter === key.chapter)
  const marks = new Map(known?.marks.map(({ id, mark }) => [id, mark]))
  for (const { id, mark } of unsent.find((one) => isSameChapter(one, key))?.changes ?? []) {
    if (mark === null) marks.delete(id)
    else marks.set(id, mark)
  }
  return marks
}

function useAccount(): string | null {
  return useProfile()?.id ?? null
}
