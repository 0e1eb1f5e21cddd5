import { X } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { Link, NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { CLOSED_ANNOUNCEMENT, CLOSED_MARK } from '#shared/contract/start-script.ts'
import type { Announcement as Announced } from '#shared/entities/settings.ts'
import { SearchButton } from '#web/features/search/search-button.tsx'
import { useAuth, useProfile } from '#web/lib/auth/auth-state.ts'
import { createKeptText } from '#web/lib/browser-storage.ts'
import { useHydrated } from '#web/lib/loading/hydration.ts'
import { optionalComponent } from '#web/lib/loading/lazy-component.tsx'
import { useAnnouncement, useSettings } from '#web/lib/settings.ts'
import { ButtonLink, IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/card.tsx'
import { ToastRegion, Wheel } from '#web/ui/status.tsx'
import { Header, Logo, mainLinks } from './header.tsx'
import styles from './layout.module.css'

/** Loaded for accounts whose Premium has an end. */
const PremiumEndBanner = optionalComponent(
  async () => (await import('./premium-end-banner.tsx')).PremiumEndBanner,
)

/** The owner's announcement, until the user closes it in this browser; another text is shown again. */
export function Announcement() {
  const announcement = useAnnouncement()
  const closed = useSyncExternalStore(closedText.onChange, closedText.read, () => null)
  // React decides from now on whether an announcement is shown, so that the next text can appear.
  useEffect(() => document.documentElement.removeAttribute(CLOSED_MARK), [])
  if (announcement === null || announcement.text === closed) return null
  return (
    <section aria-label="Annonce" data-announcement={announcement.text} className={styles.region}>
      <AnnouncementBar {...announcement} onClose={() => close(announcement.text)} />
    </section>
  )
}

type BarProps = Pick<Announced, 'text' | 'short' | 'page'> & { onClose: () => void }

export function AnnouncementBar({ text, short, page, onClose }: BarProps) {
  const words = (
    <>
      <span className={classNames(short && styles.long)}>{text}</span>
      {short && <span className={styles.short}>{short}</span>}
    </>
  )
  return (
    <div className={styles.bar}>
      <div className={styles.words}>
        <p className={styles.text}>{page ? <Link to={page}>{words}</Link> : words}</p>
        <IconButton label="Fermer l'annonce" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}

const closedText = createKeptText(CLOSED_ANNOUNCEMENT)

function close(text: string): void {
  closedText.write(text)
  // The button that had the focus has been removed.
  document.querySelector('main')?.focus({ preventScroll: true })
}

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
 * The first page of a visit keeps its position, as do filters, which change the query only, fragments, and the page to
 * which an exercise leads back.
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
    const isBack = navigation === NavigationType.Pop
    if (isSamePage && (isBack || search !== before.search || hash !== '')) return
    // The browser keeps the place in a list of exercises.
    if (isBack && new URLSearchParams(before.search).has('exercice')) return
    window.scrollTo(0, 0)
    if (isSamePage) main.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [location, navigation, main])
}

const quickLinks = [
  ...mainLinks,
  { to: '/premium', label: 'Accès Premium' },
  { to: '/activer', label: 'Activer une carte' },
  { to: '/a-propos', label: 'À propos' },
]

function Footer() {
  const { contact } = useSettings()
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <div className={styles.brand}>
          <Logo />
          <p className={styles.name}>{__SITE_NAME__}</p>
          <p>
            Les sujets de l'examen national de physique-chimie et leurs corrections, par filière et par thème.
          </p>
        </div>
        <nav aria-labelledby="liens-rapides">
          <h2 id="liens-rapides" className={styles.title}>
            Liens rapides
          </h2>
          <ul className={styles.links}>
            {quickLinks.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={styles.link}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <h2 className={styles.title}>Contact</h2>
          <ul>
            <li>
              <a className={styles.link} href={`mailto:${contact.email}`}>
                {contact.email}
              </a>
            </li>
            <li>
              <a className={styles.link} href={`tel:${contact.phone.replaceAll(' ', '')}`}>
                {contact.phone}
              </a>
            </li>
            <li>
              <a className={styles.link} href={contact.socialUrl} target="_blank" rel="noopener noreferrer">
                Notre page sociale
              </a>
            </li>
          </ul>
          <ButtonLink to="/contact" variant="secondary">
            Contact
          </ButtonLink>
        </div>
      </div>
      <div className={styles.rights}>
        <p>© {__SITE_NAME__}. Tous droits réservés.</p>
        <Link to="/confidentialite" className={styles.link}>
          Confidentialité
        </Link>
      </div>
    </footer>
  )
}

/** The spinner of a session that is checked floats, so that nothing moves and public content stays readable. */
export function SessionGuard({ children }: { children: ReactNode }) {
  const { status } = useAuth()
  const isHydrated = useHydrated()
  return (
    <>
      {children}
      <div className={styles.place} role="status">
        {isHydrated && status === 'loading' && (
          <p className={styles.check}>
            <Wheel />
            Vérification de la session...
          </p>
        )}
      </div>
    </>
  )
}
