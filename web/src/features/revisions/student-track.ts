import { useState } from 'react'
import { TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import { browserStorage } from '#web/lib/browser-storage.ts'

/** Key under which this browser keeps the track that its user has chosen (docs/security.md). */
const KEY = 'revision.track'

/**
 * Returns the track that a student prepares: the chosen one, else the one of most of their work; null while neither is
 * known.
 */
export function useStudentTrack(worked: readonly TrackCode[]) {
  const [chosen, setChosen] = useState(readTrack)
  return {
    track: chosen ?? mostFrequent(worked),
    choose(track: TrackCode) {
      browserStorage.setItem(KEY, track)
      setChosen(track)
    },
  }
}

function readTrack(): TrackCode | null {
  const kept = browserStorage.getItem(KEY)
  return TRACK_CODES.find((code) => code === kept) ?? null
}

/** Returns the first one where several are equally frequent. */
function mostFrequent(worked: readonly TrackCode[]): TrackCode | null {
  const count = (track: TrackCode) => worked.filter((one) => one === track).length
  return worked.toSorted((one, other) => count(other) - count(one))[0] ?? null
}
