import {
  type ThemeDefinition,
  type TrackDefinition,
  themeDefinitions,
  trackDefinitions,
} from './curriculum.ts'
import type { TrackCode } from './tracks.ts'

export type ThemeSlug = (typeof themeDefinitions)[number]['slug']
export const THEME_SLUGS: readonly ThemeSlug[] = themeDefinitions.map(({ slug }) => slug)

/** A theme as one track teaches it. */
export type Theme = Omit<ThemeDefinition, 'slug'> & {
  slug: ThemeSlug
  /** The number on the theme's card. */
  resourceCount: number
}

/** Returns the themes of a track in teaching order, with the track's own chapters and count. */
export function listThemes(track: TrackCode): Theme[] {
  const taught: TrackDefinition['themes'] = trackDefinitions.find(({ code }) => code === track)?.themes ?? {}
  return themeDefinitions.flatMap(({ chapters, ...theme }) => {
    const { resourceCount, without } = taught[theme.slug] ?? {}
    if (resourceCount === undefined) return []
    const omitted: readonly string[] = without ?? []
    return [{ ...theme, resourceCount, chapters: chapters.filter((title) => !omitted.includes(title)) }]
  })
}

/** Returns a theme of a track, or undefined when the track does not teach it. */
export function findTheme(track: TrackCode, slug: string): Theme | undefined {
  return listThemes(track).find((theme) => theme.slug === slug)
}

/** Returns the number of a chapter in the path (1-based) by its title; 0 when the track does not teach it. */
export function chapterNumber(track: TrackCode, theme: string, title: string): number {
  return (findTheme(track, theme)?.chapters.indexOf(title) ?? -1) + 1
}

/** Returns the title of a chapter by its number in the path (1-based), or undefined. */
export function chapterTitle(track: TrackCode, theme: string, number: number): string | undefined {
  return findTheme(track, theme)?.chapters[number - 1]
}
