import { type ReactNode, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import styles from './layout.module.css'
import { SearchButton } from './search-button.tsx'
import { SessionGuard } from './session-guard.tsx'

/** What surrounds every page. */
export function Layout({ children }: { children: ReactNode }) {
  useScrollToTop()
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
    </>
  )
}

/** Every navigation begins at the top of its page. */
function useScrollToTop(): void {
  const { pathname } = useLocation()
  useLayoutEffect(() => {
    // In braces: newer browsers answer a promise, which is no clean-up of an effect.
    window.scrollTo(0, 0)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs for every address
  }, [pathname])
}
