import { subjectsPath, withoutSlash } from '#shared/catalogue/page-path.ts'
import {
  chapterTitle,
  findTheme,
  findTrackBySlug,
  type Theme,
  type Track,
  tracks,
} from '#shared/catalogue/tracks.ts'

type ChapterAddress = { track: Track; theme: Theme; title: string }

/** Characters of a title, without the site's name. */
export const LONGEST_TITLE = 75

/** Titles that say more than the page's heading, for readers outside the site. */
const titles: Readonly<Record<string, string>> = {
  '/': 'Sujets et corrections du bac physique-chimie',
  '/sujets-bac': 'Sujets du bac physique-chimie',
  '/videos-gratuites': 'Vidéos gratuites de physique-chimie',
  '/login': 'Connexion à votre compte',
  '/contact': 'Contacter le professeur de physique-chimie',
  '/a-propos': 'À propos : la mission et la méthode',
  '/activer': 'Activer une carte Premium',
  '/confidentialite': 'Confidentialité : vos données et vos droits',
  ...Object.fromEntries(
    tracks.flatMap(({ code, slug, label }) => [
      [`/${slug}`, `Physique-chimie ${label}, par thème et chapitre`],
      [subjectsPath(code), `Sujets ${label} du bac physique-chimie`],
    ]),
  ),
}

/** Returns the title for the tab, search engines and shared links; undefined where it is the page's heading. */
export function titleOf(pathname: string): string | undefined {
  const path = withoutSlash(pathname)
  if (Object.hasOwn(titles, path)) return titles[path]
  const chapter = chapterAt(path)
  return chapter && chapterPageTitle(chapter)
}

/** Includes the theme, where search engines still show the whole title. */
function chapterPageTitle({ title, theme, track }: ChapterAddress): string {
  const full = `${title} - ${theme.title}, ${track.label}`
  return full.length > LONGEST_TITLE ? `${title} - ${track.label}` : full
}

export function chapterAt(path: string): ChapterAddress | undefined {
  const [, slug = '', themeSlug = '', number = ''] = /^\/([^/]+)\/([^/]+)\/([1-9]\d?)$/.exec(path) ?? []
  const track = findTrackBySlug(slug)
  const theme = track && findTheme(track.code, themeSlug)
  const title = track && chapterTitle(track.code, themeSlug, Number(number))
  return track && theme && title ? { track, theme, title } : undefined
}
