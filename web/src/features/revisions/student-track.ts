import { useState } from 'react'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { savePreferences } from '#web/lib/auth/preferences.ts'
import { showToast } from '#web/lib/toast.ts'
import { useOwnTrack } from '#web/ui/own-track.tsx'

/**
 * Returns the track that a student prepares: the account's, else the one of most of their work; null while neither is
 * known.
 */
export function useStudentTrack(worked: readonly TrackCode[]) {
  const own = useOwnTrack()
  const [chosen, setChosen] = useState<TrackCode | null>(null)
  return {
    track: chosen ?? own ?? mostFrequent(worked),
    choose(track: TrackCode) {
      setChosen(track)
      // The page shows the track also where it could not be stored.
      const text = "Votre filière n'a pas pu être enregistrée."
      savePreferences({ track }).catch(() => showToast({ kind: 'error', text }))
    },
  }
}

/** Returns the first one where several are equally frequent. */
function mostFrequent(worked: readonly TrackCode[]): TrackCode | null {
  const count = (track: TrackCode) => worked.filter((one) => one === track).length
  return worked.toSorted((one, other) => count(other) - count(one))[0] ?? null
}
