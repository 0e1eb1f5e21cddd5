import * as v from 'valibot'
import { browserStorage } from '#web/lib/browser-storage.ts'
import { clearVideoPositions, VIDEO_POSITIONS_KEY } from '#web/lib/documents/open-document.ts'

/** Positions kept per device; the oldest are dropped first. */
const MAX_POSITIONS = 50

/** Latest last. */
const Positions = v.array(v.object({ id: v.string(), version: v.string(), seconds: v.number() }))

type VideoVersion = { id: string; version: string }

/** Where this device stopped playing a video, in seconds; 0 for a video or a version that was not played. */
export function videoPosition({ id, version }: VideoVersion): number {
  return read().find((stored) => stored.id === id && stored.version === version)?.seconds ?? 0
}

/** Stores where a video stopped; null removes the position, as at its end. */
export function storeVideoPosition({ id, version }: VideoVersion, seconds: number | null): void {
  const others = read().filter((stored) => stored.id !== id)
  const positions = seconds === null ? others : [...others, { id, version, seconds }]
  if (positions.length === 0) clearVideoPositions()
  else browserStorage.setItem(VIDEO_POSITIONS_KEY, JSON.stringify(positions.slice(-MAX_POSITIONS)))
}

function read(): v.InferOutput<typeof Positions> {
  try {
    return v.parse(Positions, JSON.parse(browserStorage.getItem(VIDEO_POSITIONS_KEY) ?? '[]'))
  } catch {
    return []
  }
}
