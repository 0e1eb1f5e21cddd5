import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { matchRoutes, Route, Routes, useLocation } from 'react-router-dom'
import { subjectsPath, withoutSlash } from '#shared/catalogue/page-path.ts'
import { tracks } from '#shared/catalogue/tracks.ts'
import { noteReadable } from '#web/lib/loading/hydration.ts'
import {
  LazyBoundary,
  type LazyComponent,
  lazyComponent,
  optionalComponent,
} from '#web/lib/loading/lazy-component.tsx'
import { publishedVersion, reloadWaitingPage } from '#web/lib/loading/newer-version.ts'
import { onWorkerMessage } from '#web/lib/loading/when-idle.ts'
import { reloadPage } from '#web/lib/network.ts'
import { Spinner } from '#web/ui/status.tsx'
import { ViewerDialog } from './document-viewer-provider.tsx'
import { ErrorPage } from './error-page.tsx'

/** The build finds a page by its component's name, which is that of its file in kebab case. */
type LazyPage<Props> = { name: string; Component: LazyComponent<Props> }

function lazyPage<Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
): LazyPage<Props> {
  return { name, Component: lazyComponent(async () => (await load())[name]) }
}

const home = lazyPage('HomePage', () => import('#web/features/home/home-page.tsx'))
const login = lazyPage('LoginPage', () => import('#web/features/auth/login-page.tsx'))
const signup = lazyPage('SignupPage', () => import('#web/features/auth/signup-page.tsx'))
const account = lazyPage('AccountPage', () => import('#web/features/account/account-page.tsx'))
const revisions = lazyPage('RevisionsPage', () => import('#web/features/practice/plan/revisions-page.tsx'))
const offline = lazyPage('OfflinePage', () => import('#web/features/offline/offline-page.tsx'))
const trackThemes = lazyPage('TrackPage', () => import('#web/features/tracks/track-page.tsx'))
const chapter = lazyPage('ChapterPage', () => import('#web/features/chapter/chapter-page.tsx'))
const examSubjects = lazyPage(
  'ExamSubjectsPage',
  () => import('#web/features/subjects/exam-subjects-page.tsx'),
)
const subjects = lazyPage('SubjectsPage', () => import('#web/features/subjects/subjects-page.tsx'))
const paper = lazyPage('PaperPage', () => import('#web/features/subjects/paper-page.tsx'))
const mockExam = lazyPage('MockExamPage', () => import('#web/features/practice/mock-exam/mock-exam-page.tsx'))
const upload = lazyPage('UploadPage', () => import('#web/features/subjects/upload-page.tsx'))
const videos = lazyPage('VideosPage', () => import('#web/features/videos/videos-page.tsx'))
const contact = lazyPage('ContactPage', () => import('#web/features/contact/contact-page.tsx'))
const about = lazyPage('AboutPage', () => import('#web/features/about/about-page.tsx'))
const premium = lazyPage('PremiumPage', () => import('#web/features/premium/premium-page.tsx'))
const activate = lazyPage('ActivatePage', () => import('#web/features/cards/activate-page.tsx'))
const privacy = lazyPage('PrivacyPage', () => import('#web/features/privacy/privacy-page.tsx'))
const exercises = lazyPage(
  'ExercisesPage',
  () => import('#web/features/practice/exercises/exercises-page.tsx'),
)
const admin = lazyPage('AdminPage', () => import('#web/features/admin/admin-page.tsx'))
/** The pages of the document beside the form of exercises. */
const DocumentPanel = lazyComponent(
  async () => (await import('#web/features/viewer/document-panel.tsx')).DocumentPanel,
)
/** Loaded together with the settings form, which works without it. */
const SettingsPreview = optionalComponent(
  async () => (await import('./settings-preview.tsx')).SettingsPreview,
  () => <p>Aperçu indisponible.</p>,
)
/** Only signed-in users load it. */
const AccountPayment = optionalComponent(
  async () => (await import('#web/features/premium/payment-area.tsx')).AccountPayment,
)
/** Only signed-in users load it. */
const StudentHome = optionalComponent(
  async () => (await import('#web/features/practice/plan/student-home.tsx')).StudentHome,
)
/** Only owners load it. */
const OwnerHome = optionalComponent(
  async () => (await import('#web/features/admin/overview/waiting.tsx')).OwnerHome,
)
const notFound = lazyPage('NotFoundPage', () => import('./not-found-page.tsx'))

type SiteRoute = { path: string; element: ReactNode; component: string; preload: () => Promise<unknown> }

function at<Props extends object>(
  path: string,
  { name, Component }: LazyPage<Props>,
  props: Props,
): SiteRoute {
  return { path, element: <Component {...props} />, component: name, preload: Component.preload }
}

const routes: SiteRoute[] = [
  at('/', home, { StudentHome, OwnerHome }),
  at('/login', login, {}),
  at('/signup', signup, {}),
  at('/compte', account, { Payment: AccountPayment }),
  at('/mes-revisions', revisions, {}),
  at('/hors-ligne', offline, {}),
  ...tracks.map(({ code, slug }) => at(`/${slug}`, trackThemes, { track: code })),
  ...tracks.map(({ code, slug }) => at(`/${slug}/:theme/:chapter`, chapter, { track: code })),
  at('/sujets-bac', examSubjects, {}),
  ...tracks.map(({ code }) => at(subjectsPath(code), subjects, { track: code })),
  ...tracks.map(({ code }) => at(`${subjectsPath(code)}/:paper`, paper, { track: code })),
  ...tracks.map(({ code }) =>
    at(`${subjectsPath(code)}/:paper/examen`, mockExam, { track: code, Viewer: ViewerDialog }),
  ),
  at('/sujets-bac/upload', upload, {}),
  at('/videos-gratuites', videos, {}),
  at('/contact', contact, {}),
  at('/a-propos', about, {}),
  at('/premium', premium, {}),
  at('/activer', activate, {}),
  at('/confidentialite', privacy, {}),
  at('/admin/sujets/:id/exercices', exercises, { DocumentPanel }),
  at('/admin/*', admin, { SettingsPreview }),
]

/** For addresses that no route matches: the router's own '*' does not match line separators. */
const unknown: SiteRoute = at('*', notFound, {})

const exact = new Map(routes.map((route) => [route.path, route]))

/**
 * Returns the route of an address; the path of the not-found page is '*'. Most are found by an exact match, since
 * trying every pattern takes a slow processor as long as rendering the page.
 */
export function routeOf(pathname: string): SiteRoute {
  return exact.get(withoutSlash(pathname)) ?? matchRoutes(routes, pathname)?.[0]?.route ?? unknown
}

export function AppRoutes() {
  const { pathname } = useLocation()
  const route = routeOf(pathname)
  const section = sectionOf(pathname)
  const [opened] = useState(section)
  const isDashboardEntered = section === DASHBOARD && opened !== DASHBOARD
  return (
    <LazyBoundary
      key={section}
      fallback={<Spinner />}
      renderFailure={(failure) => <ErrorPage {...failure} />}
    >
      {isDashboardEntered ? (
        <DashboardDocument />
      ) : route === unknown ? (
        route.element
      ) : (
        // Only the matching route is given to the router, which would match all of them again for every page.
        <Routes>
          <Route path={route.path} element={route.element} />
        </Routes>
      )}
      <RenewedPage path={pathname} />
    </LazyBoundary>
  )
}

const DASHBOARD = '/admin'

/**
 * Returns '/admin' for every page of the dashboard, which keeps its state while its tabs change; any other address is
 * its own.
 */
function sectionOf(pathname: string): string {
  return pathname.startsWith(DASHBOARD) ? DASHBOARD : pathname
}

/**
 * Loads the dashboard as a document when it is entered from another page, where the site answers: the opener policy of a
 * document is that of the address by which it was opened (docs/decisions/42-opener-policy.md).
 */
const DashboardDocument = lazyComponent(async () => {
  await publishedVersion()
  reloadPage()
  return Spinner
})

/**
 * Shows the page as the service worker has renewed it, and the newer version of the site for which a page has waited. It
 * stands inside the boundary of the page that it renews, because its effect may only run once that page is hydrated:
 * React compares a page's first rendering with the HTML.
 */
function RenewedPage({ path }: { path: string }) {
  useEffect(() => noteReadable(path), [path])
  useEffect(() => {
    reloadWaitingPage()
    // Without a network this chunk may not load; then there is nothing newer to show.
    const showPage = () =>
      void import('./page-renewal.ts').then(
        ({ showRenewedPage }) => showRenewedPage(),
        () => {},
      )
    // A message that came before the page was hydrated is lost.
    if (navigator.serviceWorker?.controller) showPage()
    return onWorkerMessage('PAGE_CHANGED', showPage)
  }, [])
  return null
}
