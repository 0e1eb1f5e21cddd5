import { themesOf } from './themes.ts'
import { tracks } from './tracks.ts'

/** Addresses of one page each (spec section 2). */
export const pages: readonly string[] = [
  '/',
  '/login',
  '/signup',
  '/compte',
  '/sujets-bac',
  '/sujets-bac/upload',
  '/videos-gratuites',
  '/contact',
  '/a-propos',
  '/premium',
  '/admin',
  ...tracks.map(({ slug }) => `/${slug}`),
  ...tracks.map(({ code }) => `/sujets-bac/${code.toLowerCase()}`),
]

/** Addresses below which the page itself tells what exists. */
export const pageSections: readonly string[] = ['/admin/']

/** `/science-math/ondes` → how many chapters it has; each is a page, numbered from 1. */
export const chapterPages: Readonly<Record<string, number>> = Object.fromEntries(
  tracks.flatMap(({ code, slug }) =>
    themesOf(code).map((theme) => [`/${slug}/${theme.slug}`, theme.chapters.length]),
  ),
)
