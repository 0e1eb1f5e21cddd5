import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import type { Mark } from '#shared/domain/progress.ts'
import { useProfile } from '../auth/use-auth.ts'
import { type ChapterMarks, chapterMarks } from './chapter-marks.ts'
import { progressQuery } from './fetch-progress.ts'
import { sendMarks } from './send-marks.ts'
import { keepUnsent, type Place, unsentOf } from './unsent-marks.ts'
import { onUnsentChange, readUnsent } from './unsent-storage.ts'

/** What a student has marked in a track; nothing, and no request, for whoever is not signed in. */
export function useTrackMarks(track: TrackCode) {
  const account = useAccount()
  const stored = useQuery(progressQuery(account, track))
  const kept = useSyncExternalStore(onUnsentChange, readUnsent, () => null)
  const unsent = useMemo(() => (account === null ? [] : unsentOf(account, kept)), [account, kept])
  return {
    ofChapter: (place: Omit<Place, 'track'>): ChapterMarks =>
      chapterMarks({ track, ...place }, stored.data ?? [], unsent),
    /** The marks on the server could not be fetched. */
    isUnknown: stored.isError && stored.data === undefined,
    retry: () => void stored.refetch(),
  }
}

/** How to mark a document of a chapter, or take its mark away (null): shown at once, kept until it is sent. */
export function useMarking(place: Place): (id: string, mark: Mark | null) => void {
  const client = useQueryClient()
  const account = useAccount()
  return (id, mark) => {
    if (account === null) return
    keepUnsent(account, place, { id, mark })
    void sendMarks(client)
  }
}

function useAccount(): string | null {
  return useProfile()?.id ?? null
}
