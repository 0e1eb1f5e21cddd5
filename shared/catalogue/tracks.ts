import {
  type ThemeDefinition,
  type TrackDefinition,
  themeDefinitions,
  trackDefinitions,
} from './curriculum.ts'

export type TrackCode = (typeof trackDefinitions)[number]['code']
export type TrackSlug = (typeof trackDefinitions)[number]['slug']
export type Track = Omit<TrackDefinition, 'themes'> & { code: TrackCode; slug: TrackSlug }

export const tracks: readonly Track[] = trackDefinitions

type NonEmpty<Item> = [Item, ...Item[]]
/** Forms and examples begin with the first one. */
export const TRACK_CODES: Readonly<NonEmpty<TrackCode>> = tracks.map(
  ({ code }) => code,
) as NonEmpty<TrackCode>
export const TRACK_SLUGS: Readonly<NonEmpty<TrackSlug>> = tracks.map(
  ({ slug }) => slug,
) as NonEmpty<TrackSlug>

/** The two sessions of an exam, in the order of the tables' columns. */
export const EXAM_SESSIONS = ['Normale', 'Rattrapage'] as const
export type ExamSession = (typeof EXAM_SESSIONS)[number]

export function findTrackBySlug(slug: string): Track | undefined {
  return tracks.find((track) => track.slug === slug)
}

export function findTrack(code: TrackCode): Track {
  return tracks.find((track) => track.code === code) as Track
}

/** Returns the codes of all tracks as a French enumeration: 'SM, PC et SVT'. */
export function enumerateTracks(conjunction: 'et' | 'ou'): string {
  return `${TRACK_CODES.slice(0, -1).join(', ')} ${conjunction} ${TRACK_CODES.at(-1)}`
}

const FRENCH_NUMBERS = ['deux', 'trois', 'quatre', 'cinq', 'six']

/** Returns the number of tracks as a French word: 'trois'. */
export function countTracks(): string {
  return FRENCH_NUMBERS[tracks.length - 2] ?? String(tracks.length)
}

export type ThemeSlug = (typeof themeDefinitions)[number]['slug']
export const THEME_SLUGS: readonly ThemeSlug[] = themeDefinitions.map(({ slug }) => slug)

export type Theme = Omit<ThemeDefinition, 'slug'> & { slug: ThemeSlug; resourceCount: number }

export function listThemes(track: TrackCode): Theme[] {
  const taught: TrackDefinition['themes'] = trackDefinitions.find(({ code }) => code === track)?.themes ?? {}
  return themeDefinitions.flatMap(({ chapters, ...theme }) => {
    const { resourceCount, without } = taught[theme.slug] ?? {}
    if (resourceCount === undefined) return []
    const omitted: readonly string[] = without ?? []
    return [{ ...theme, resourceCount, chapters: chapters.filter((title) => !omitted.includes(title)) }]
  })
}

export function findTheme(track: TrackCode, slug: string): Theme | undefined {
  return listThemes(track).find((theme) => theme.slug === slug)
}

export function chapterNumber(track: TrackCode, theme: string, title: string): number {
  return (findTheme(track, theme)?.chapters.indexOf(title) ?? -1) + 1
}

export function chapterTitle(track: TrackCode, theme: string, number: number): string | undefined {
  return findTheme(track, theme)?.chapters[number - 1]
}
