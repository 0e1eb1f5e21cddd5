import { useEffect } from 'react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { withoutSlash } from '#shared/catalogue/page-path.ts'
import { carryOutEarlyInput } from '#web/lib/loading/early-input.ts'
import { ErrorBoundary, type Failure } from '#web/lib/loading/error-boundary.tsx'
import { ErrorPage } from './error-page.tsx'
import { Layout } from './layout/layout.tsx'
import { Providers } from './providers.tsx'
import { AppRoutes, routeOf } from './routes.tsx'

export function App() {
  // Runs after the effects of everything inside, which listen for keys.
  useEffect(() => void carryOutEarlyInput(), [])
  return (
    <BrowserRouter>
      <ErrorBoundary renderFailure={BrokenSite}>
        <Site />
      </ErrorBoundary>
    </BrowserRouter>
  )
}

/** Has no header or footer, since one of them may have failed. */
function BrokenSite(failure: Failure) {
  return (
    <main>
      <ErrorPage {...failure} />
    </main>
  )
}

/** Renders the site inside a router: the browser's, or the renderer's static one. */
export function Site() {
  return (
    <Providers>
      <CanonicalLink />
      <Layout>
        <AppRoutes />
      </Layout>
    </Providers>
  )
}

/** React moves the link into the head; sharing from the browser uses it too. */
function CanonicalLink() {
  const { pathname } = useLocation()
  if (!__SITE_ORIGIN__ || routeOf(pathname).path === '*') return null
  return <link rel="canonical" href={`${__SITE_ORIGIN__}${withoutSlash(pathname)}`} />
}
