/** The three tracks of the baccalaureate that the site serves. */
export const TRACK_CODES = ['SM', 'PC', 'SVT'] as const
export type TrackCode = (typeof TRACK_CODES)[number]

export const TRACK_SLUGS = ['science-math', 'science-physique', 'svt'] as const
export type TrackSlug = (typeof TRACK_SLUGS)[number]

/** The two sessions of an exam, in the order of the tables' columns. */
export const EXAM_SESSIONS = ['Normale', 'Rattrapage'] as const
export type ExamSession = (typeof EXAM_SESSIONS)[number]

export type Track = { code: TrackCode; slug: TrackSlug; label: string }

export const tracks: readonly Track[] = [
  { code: 'SM', slug: 'science-math', label: 'Science Math' },
  { code: 'PC', slug: 'science-physique', label: 'Science Physique' },
  { code: 'SVT', slug: 'svt', label: 'SVT' },
]

/** The track of a path segment such as 'science-math'. */
export function findTrackBySlug(slug: string): Track | undefined {
  return tracks.find((track) => track.slug === slug)
}

/** The track of a code such as 'SM'. */
export function findTrack(code: TrackCode): Track {
  return tracks.find((track) => track.code === code) as Track
}
