import type { ReactNode } from 'react'
import { matchRoutes, Route, Routes, useLocation } from 'react-router-dom'
import { subjectsPath, withoutSlash } from '#shared/catalogue/page-path.ts'
import { tracks } from '#shared/catalogue/tracks.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { ErrorPage } from './error-page.tsx'
import { LazyPart } from './lazy-part.tsx'
import { type PagePart, pagePart } from './page-part.tsx'

const home = pagePart('HomePage', () => import('#web/features/home/home-page.tsx'))
const login = pagePart('LoginPage', () => import('#web/features/auth/login-page.tsx'))
const signup = pagePart('SignupPage', () => import('#web/features/auth/signup-page.tsx'))
const account = pagePart('AccountPage', () => import('#web/features/account/account-page.tsx'))
const trackThemes = pagePart('TrackPage', () => import('#web/features/tracks/track-page.tsx'))
const chapter = pagePart('ChapterPage', () => import('#web/features/chapter/chapter-page.tsx'))
const examSubjects = pagePart(
  'ExamSubjectsPage',
  () => import('#web/features/subjects/exam-subjects-page.tsx'),
)
const subjects = pagePart('SubjectsPage', () => import('#web/features/subjects/subjects-page.tsx'))
const upload = pagePart('UploadPage', () => import('#web/features/upload/upload-page.tsx'))
const videos = pagePart('VideosPage', () => import('#web/features/videos/videos-page.tsx'))
const contact = pagePart('ContactPage', () => import('#web/features/contact/contact-page.tsx'))
const about = pagePart('AboutPage', () => import('#web/features/about/about-page.tsx'))
const premium = pagePart('PremiumPage', () => import('#web/features/premium/premium-page.tsx'))
const admin = pagePart('AdminPage', () => import('#web/features/admin/admin-page.tsx'))
const notFound = pagePart('NotFoundPage', () => import('./not-found-page.tsx'))

/** An address, what stands there, and the chunk it comes in. */
type SiteRoute = { path: string; element: ReactNode; part: Omit<PagePart<never>, 'Page'> }

function at<Props extends object>(path: string, part: PagePart<Props>, props: Props): SiteRoute {
  return { path, element: <part.Page {...props} />, part }
}

/** Every address of the site (spec section 2). */
const routes: SiteRoute[] = [
  at('/', home, {}),
  at('/login', login, {}),
  at('/signup', signup, {}),
  at('/compte', account, {}),
  ...tracks.map(({ code, slug }) => at(`/${slug}`, trackThemes, { track: code })),
  ...tracks.map(({ code, slug }) => at(`/${slug}/:theme/:chapter`, chapter, { track: code })),
  at('/sujets-bac', examSubjects, {}),
  ...tracks.map(({ code }) => at(subjectsPath(code), subjects, { track: code })),
  at('/sujets-bac/upload', upload, {}),
  at('/videos-gratuites', videos, {}),
  at('/contact', contact, {}),
  at('/a-propos', about, {}),
  at('/premium', premium, {}),
  at('/admin/*', admin, {}),
]

/** Whatever no route matches. The router's own '*' would not match addresses with line separators in them. */
const unknown: SiteRoute = at('*', notFound, {})

const exact = new Map(routes.map((route) => [route.path, route]))

/**
 * The route of an address; that of the page for unknown ones is '*'. Most are found by their spelling: to try every
 * pattern takes a slow processor as long as to draw the page.
 */
export function routeOf(pathname: string): SiteRoute {
  return exact.get(withoutSlash(pathname)) ?? matchRoutes(routes, pathname)?.[0]?.route ?? unknown
}

export function AppRoutes() {
  const { pathname } = useLocation()
  const route = routeOf(pathname)
  return (
    <LazyPart key={sectionOf(pathname)} fallback={<Spinner />} failed={<ErrorPage />}>
      {route === unknown ? (
        route.element
      ) : (
        // The one that fits: the others would be made and matched again with every page.
        <Routes>
          <Route path={route.path} element={route.element} />
        </Routes>
      )}
    </LazyPart>
  )
}

/** The dashboard keeps its state while its tabs change; every other address is a page of its own. */
function sectionOf(pathname: string): string {
  return pathname.startsWith('/admin') ? '/admin' : pathname
}
