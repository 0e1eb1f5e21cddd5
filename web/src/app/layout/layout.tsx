import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { ToastRegion } from '#web/ui/toast.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import styles from './layout.module.css'
import { SearchButton } from './search-button.tsx'
import { SessionGuard } from './session-guard.tsx'

/** What surrounds every page. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  useScrollToTop(pathname)
  return (
    <>
      <a className={styles.skip} href="#contenu">
        Aller au contenu
      </a>
      <Header search={<SearchButton />} />
      <SessionGuard>
        <main id="contenu" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </SessionGuard>
      <Footer />
      <ToastRegion key={pathname} />
    </>
  )
}

/** Every navigation begins at the top of its page; whoever has read on before the scripts came, or reloads, stays there. */
function useScrollToTop(pathname: string): void {
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.scrollTo(0, 0)
  }, [pathname])
}
