import { parseExamPath, parsePaperPath, subjectsPath, withoutSlash } from './page-path.ts'
import { listThemes, tracks } from './tracks.ts'

/** Pages with one address that are the same for all readers. The build writes each as a file. */
export const publicPages: readonly string[] = [
  '/',
  '/login',
  '/signup',
  '/sujets-bac',
  '/videos-gratuites',
  '/contact',
  '/a-propos',
  '/premium',
  '/confidentialite',
  ...tracks.map(({ slug }) => `/${slug}`),
  ...tracks.map(({ code }) => subjectsPath(code)),
]

/** Number of chapters by the path of their theme, such as `/science-math/ondes`. */
export const chapterPages: Readonly<Record<string, number>> = Object.fromEntries(
  tracks.flatMap(({ code, slug }) =>
    listThemes(code).map((theme) => [`/${slug}/${theme.slug}`, theme.chapters.length]),
  ),
)

/** The pages of {@link publicPages} on which a password is typed, also to replace a forgotten one. */
export const signInPages: readonly string[] = ['/login', '/signup']

/** Pages about the user: the browser draws them into the site's empty shell. */
export const personalPages: readonly string[] = [
  '/compte',
  '/activer',
  '/mes-revisions',
  '/hors-ligne',
  '/sujets-bac/upload',
  '/admin',
]

/** Paths below which a personal page decides itself which addresses exist. */
export const personalSections: readonly string[] = ['/admin/']

export const prerenderedPages: readonly string[] = [
  ...publicPages,
  ...Object.entries(chapterPages).flatMap(([theme, count]) =>
    Array.from({ length: count }, (_, index) => `${theme}/${index + 1}`),
  ),
]

const prerendered = new Set(prerenderedPages)

/** Returns whether this path may be that of a public page: one that the build writes, or a paper's. */
export function isPrerendered(path: string): boolean {
  const page = withoutSlash(path)
  return prerendered.has(page) || parsePaperPath(page) !== null
}

export function isPersonal(path: string): boolean {
  const page = withoutSlash(path)
  return (
    personalPages.includes(page) ||
    personalSections.some((section) => path.startsWith(section)) ||
    parseExamPath(page) !== null
  )
}

export function fileOfPage(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`
}
