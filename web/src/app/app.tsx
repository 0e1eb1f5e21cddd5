import { BrowserRouter } from 'react-router-dom'
import { Layout } from './layout/layout.tsx'
import { PageHead } from './page-head.tsx'
import { Providers } from './providers.tsx'
import { AppRoutes } from './routes.tsx'

/** The whole site in a browser. */
export function App() {
  return (
    <BrowserRouter>
      <Site />
    </BrowserRouter>
  )
}

/** The whole site inside a router: the browser's, or the one of the build. */
export function Site() {
  return (
    <Providers>
      <PageHead />
      <Layout>
        <AppRoutes />
      </Layout>
    </Providers>
  )
}
