import type { TrackCode } from './tracks.ts'

/** A path without the slash that may have been typed at its end. */
export function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/$/, '') : path
}

/** The page with a track's exam subjects. */
export function subjectsPath(track: TrackCode): string {
  return `/sujets-bac/${track.toLowerCase()}`
}
