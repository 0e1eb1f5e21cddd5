import { type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { SearchButton } from '#web/features/search/search-button.tsx'
import { useProfile } from '#web/lib/auth/use-auth.ts'
import { optionalComponent } from '#web/lib/loading/lazy-component.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import { Announcement } from './announcement.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import styles from './layout.module.css'
import { SessionGuard } from './session-guard.tsx'

/** Loaded for accounts whose Premium has an end. */
const PremiumEndBanner = optionalComponent(
  async () => (await import('./premium-end-banner.tsx')).PremiumEndBanner,
)

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const profile = useProfile()
  const main = useRef<HTMLElement>(null)
  useScrollToTop(main)
  return (
    <>
      <a className={styles.skip} href="#contenu">
        Aller au contenu
      </a>
      <Announcement />
      <Header search={<SearchButton />} />
      <SessionGuard>
        <main ref={main} id="contenu" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </SessionGuard>
      {profile?.premiumLastDay && (
        <Suspense>
          <PremiumEndBanner profile={profile} />
        </Suspense>
      )}
      <Footer />
      <ToastRegion key={pathname} />
    </>
  )
}

/**
 * Starts every navigation at the top of its page and focuses its heading, also for a link to the page that is open.
 * The first page of a visit keeps its position, as do filters, which change the query only, and fragments.
 */
function useScrollToTop(main: RefObject<HTMLElement | null>): void {
  const location = useLocation()
  const navigation = useNavigationType()
  const shown = useRef(location)
  useLayoutEffect(() => {
    const { current: before } = shown
    shown.current = location
    if (before === location) return
    const { pathname, search, hash } = location
    const isSamePage = pathname === before.pathname
    if (isSamePage && (navigation === NavigationType.Pop || search !== before.search || hash !== '')) return
    window.scrollTo(0, 0)
    if (isSamePage) main.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [location, navigation, main])
}
