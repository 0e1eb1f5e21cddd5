import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { withoutSlash } from '#shared/catalogue/page-path.ts'
import './ui/tokens.css'
import './ui/base.css'
import 'virtual:track-hues.css'
import { App } from './app/app.tsx'
import { registerWorker } from './app/register-worker.ts'
import { routeOf } from './app/routes.tsx'
import { startAuth } from './lib/auth/session-actions.ts'

startAuth()
const place = document.getElementById('root')
if (place) void show(place)
if (import.meta.env.PROD) registerWorker()

/** Takes over the page that the build wrote, where it is this address's; draws any other into the shell. */
async function show(root: HTMLElement): Promise<void> {
  const { pathname } = window.location
  const { path, part } = routeOf(pathname)
  const site = (
    <StrictMode>
      <App />
    </StrictMode>
  )
  // The page for unknown addresses is written once, as '*'.
  if (root.dataset['page'] !== (path === '*' ? path : withoutSlash(pathname))) {
    // Its page brings a title of its own.
    document.head.querySelector('title')?.remove()
    createRoot(root).render(site)
    return
  }
  // Hydration waits for nothing then; where the chunk cannot be fetched, the page says so.
  await part.load().catch(() => undefined)
  // Piece by piece, so that a slow processor answers a touch in between.
  startTransition(() => void hydrateRoot(root, site))
}
