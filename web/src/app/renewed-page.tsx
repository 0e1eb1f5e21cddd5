import { useEffect } from 'react'
import { reloadWaitingPage } from '#web/lib/loading/newer-version.ts'

/**
 * Shows the page as the service worker has renewed it, and the newer version of the site for which a page has waited. It
 * stands inside the boundary of the page that it renews, because its effect may only run once that page is hydrated:
 * React compares a page's first rendering with the HTML.
 */
export function RenewedPage() {
  useEffect(() => {
    reloadWaitingPage()
    // Browsers have no service workers without https, and in some private windows.
    const { serviceWorker } = navigator
    if (!serviceWorker) return undefined
    // Without a network this chunk may not load; then there is nothing newer to show.
    const showPage = () =>
      void import('./page-renewal.ts').then(
        ({ showRenewedPage }) => showRenewedPage(),
        () => {},
      )
    const onMessage = ({ data }: MessageEvent<{ type?: string } | null>) => {
      if (data?.type === 'PAGE_CHANGED') showPage()
    }
    serviceWorker.addEventListener('message', onMessage)
    // A message that came before the page was hydrated is lost.
    if (serviceWorker.controller) showPage()
    return () => serviceWorker.removeEventListener('message', onMessage)
  }, [])
  return null
}
