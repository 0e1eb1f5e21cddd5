import { BrowserRouter } from 'react-router-dom'
import { Layout } from './layout/layout.tsx'
import { Providers } from './providers.tsx'
import { AppRoutes } from './routes.tsx'

/** The whole site in a browser. */
export function App() {
  return (
    <BrowserRouter>
      <Providers>
        <Layout>
          <AppRoutes />
        </Layout>
      </Providers>
    </BrowserRouter>
  )
}
