import { subjectsPath, withoutSlash } from '#shared/catalogue/page-path.ts'
import { chapterTitle, findTheme, type Theme } from '#shared/catalogue/themes.ts'
import { findTrackBySlug, type Track, tracks } from '#shared/catalogue/tracks.ts'

export type ChapterAddress = { track: Track; theme: Theme; title: string }

/** Titles that say more than the page's heading, for readers outside the site. */
const titles: Readonly<Record<string, string>> = {
  '/': 'Sujets et corrections du bac physique-chimie',
  '/sujets-bac': 'Sujets du bac physique-chimie',
  '/videos-gratuites': 'Vidéos gratuites de physique-chimie',
  ...Object.fromEntries(
    tracks.flatMap(({ code, slug, label }) => [
      [`/${slug}`, `Physique-chimie ${label}, par thème et chapitre`],
      [subjectsPath(code), `Sujets ${label} du bac physique-chimie`],
    ]),
  ),
}

/** The title for the tab, search engines and shared links; undefined where it is the page's heading. */
export function titleOf(pathname: string): string | undefined {
  const path = withoutSlash(pathname)
  if (Object.hasOwn(titles, path)) return titles[path]
  const chapter = chapterAt(path)
  return chapter && `${chapter.title} - ${chapter.theme.title}, ${chapter.track.label}`
}

/** The chapter of a chapter page's address. */
export function chapterAt(path: string): ChapterAddress | undefined {
  const [, slug = '', themeSlug = '', number = ''] = /^\/([^/]+)\/([^/]+)\/([1-9]\d?)$/.exec(path) ?? []
  const track = findTrackBySlug(slug)
  const theme = track && findTheme(track.code, themeSlug)
  const title = track && chapterTitle(track.code, themeSlug, Number(number))
  return track && theme && title ? { track, theme, title } : undefined
}
