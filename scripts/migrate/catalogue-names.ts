import { folded } from '#functions/data/search-entries.ts'
import { findTheme, listThemes, THEME_SLUGS } from '#shared/catalogue/themes.ts'
import { EXAM_SESSIONS, findTrack, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { FILE_TYPES, fileTypeLabels, RESOURCE_TYPES, resourceTypeLabels } from '#shared/entities/resource.ts'

// Names as the old site's rows have them: other accents, dashes, apostrophes and case than the catalogue. A name that
// nothing goes by stays as it is, for the contract's schema to refuse.

/** 'Science Math' → 'SM' */
export function trackNamed(text: string): string {
  return named(text, TRACK_CODES, (code) => [findTrack(code).label, findTrack(code).slug])
}

/** 'session normale' → 'Normale' */
export function sessionNamed(text: string): string {
  return named(text.replace(/^session\s+/i, ''), EXAM_SESSIONS)
}

/** 'Énoncé' → 'exercise' */
export function resourceTypeNamed(text: string): string {
  return named(text, RESOURCE_TYPES, (type) => [resourceTypeLabels[type]])
}

/** 'Vidéo' → 'video' */
export function fileTypeNamed(text: string): string {
  return named(text, FILE_TYPES, (type) => [fileTypeLabels[type]])
}

const themeTitles = new Map(
  TRACK_CODES.flatMap((track) => listThemes(track).map(({ slug, title }) => [slug, title])),
)

/** 'Nucléaire' → 'nucleaire' */
export function themeNamed(text: string): string {
  return named(text, THEME_SLUGS, (slug) => [themeTitles.get(slug) ?? slug])
}

/** 'noyaux - masse et energie' → 'Noyaux – masse et énergie', when the track teaches it in the theme. */
export function chapterNamed(track: string, theme: string, text: string): string {
  const code = TRACK_CODES.find((each) => each === track)
  return named(text, (code && findTheme(code, theme)?.chapters) ?? [])
}

function named<Name extends string>(
  text: string,
  names: readonly Name[],
  othersOf: (name: Name) => readonly string[] = () => [],
): string {
  const wanted = folded(text)
  return names.find((name) => [name, ...othersOf(name)].some((each) => folded(each) === wanted)) ?? text
}
