import * as v from 'valibot'
import { browserStorage } from '../auth/browser-storage.ts'
import { forgetVideoPlaces, VIDEO_PLACES_KEY } from './forget-video-places.ts'

/** A device remembers the latest so many. */
const MOST = 50

/** Seconds into a version of a video, latest last. */
const Places = v.array(v.object({ id: v.string(), version: v.string(), seconds: v.number() }))

type VideoVersion = { id: string; version: string }

/** Where this device left a video; 0 where it has not begun, and for every other version of the file. */
export function videoPlace({ id, version }: VideoVersion): number {
  return read().find((place) => place.id === id && place.version === version)?.seconds ?? 0
}

/** Remembers where a video was left; null: it was watched to its end. */
export function keepVideoPlace({ id, version }: VideoVersion, seconds: number | null): void {
  const others = read().filter((place) => place.id !== id)
  const places = seconds === null ? others : [...others, { id, version, seconds }]
  if (places.length === 0) forgetVideoPlaces()
  else browserStorage.setItem(VIDEO_PLACES_KEY, JSON.stringify(places.slice(-MOST)))
}

function read(): v.InferOutput<typeof Places> {
  try {
    return v.parse(Places, JSON.parse(browserStorage.getItem(VIDEO_PLACES_KEY) ?? '[]'))
  } catch {
    return []
  }
}
