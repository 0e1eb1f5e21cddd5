import { Menu, X } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { tracks } from '#shared/catalogue/tracks.ts'
import { useAuth, useProfile, useSignInDialog } from '#web/lib/auth/auth-state.ts'
import { LazyBoundary, lazyComponent, optionalComponent } from '#web/lib/loading/lazy-component.tsx'
import { useNetworkNotice } from '#web/lib/network.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/card.tsx'
import { useClosing, useOpenUntilNavigation } from '#web/ui/disclosure.ts'
import { NetworkLine } from '#web/ui/status.tsx'
import styles from './header.module.css'

export const mainLinks = [
  { to: '/', label: 'Accueil' },
  ...tracks.map(({ slug, label }) => ({ to: `/${slug}`, label })),
  { to: '/sujets-bac', label: 'Sujets Bac' },
  { to: '/videos-gratuites', label: 'Vidéos gratuites' },
]
const links = [...mainLinks, { to: '/contact', label: 'Contact' }]

const PersonalLinks = optionalComponent(async () => (await import('./personal-links.tsx')).PersonalLinks)

/** The header has a background once the page is scrolled by this many pixels. */
const SCROLL_THRESHOLD = 10

/** The header of every page, with the line about the network; `search` stands between the menu and the account. */
export function Header({ search }: { search?: ReactNode }) {
  const isScrolled = useScrolled()
  const [isOpen, setOpen] = useOpenUntilNavigation()
  const menu = useRef<HTMLDivElement>(null)
  const profile = useProfile()
  useClosing(menu, isOpen, () => setOpen(false))
  return (
    <header className={classNames(styles.header, (isScrolled || isOpen) && styles.solid)}>
      <div className={styles.bar}>
        <Link to="/" className={styles.brand}>
          <Logo />
          <span className={styles.name}>{__SITE_NAME__}</span>
        </Link>
        <div ref={menu} className={styles.menu}>
          <div className={styles.toggle}>
            <IconButton
              label={isOpen ? 'Fermer le menu' : 'Ouvrir le menu'}
              aria-expanded={isOpen}
              aria-controls="menu"
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
            </IconButton>
          </div>
          <nav
            id="menu"
            aria-label="Menu principal"
            className={classNames(styles.nav, isOpen && styles.open)}
          >
            <ul>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <NavLink to={to} end={to === '/'} className={classNames(styles.link)}>
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
            {isOpen && profile && (
              <Suspense>
                <PersonalLinks profile={profile} />
              </Suspense>
            )}
          </nav>
        </div>
        {search && <div className={styles.search}>{search}</div>}
        <div className={styles.account}>
          <div className={styles.area}>
            <AccountArea />
          </div>
        </div>
      </div>
      <NetworkLine text={useNetworkNotice()} />
    </header>
  )
}

function useScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(false)
  useEffect(() => {
    const onScroll = () => setScrolled(window.scrollY > SCROLL_THRESHOLD)
    onScroll()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return isScrolled
}

/** The site's logo: one period of a wave. */
export function Logo() {
  return (
    <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#1f4bb5" />
      <path
        d="M4 16c3-9 6-9 8 0s5 9 8 0 5-9 8 0"
        fill="none"
        stroke="#fff"
        strokeWidth="2.8"
        strokeLinecap="round"
      />
      <circle cx="16" cy="16" r="2.4" fill="#ffd166" />
    </svg>
  )
}

/** Loaded for signed-in users only. */
const UserMenu = lazyComponent(async () => (await import('./user-menu.tsx')).UserMenu)

const placeholder = <span className={styles.placeholder} />

/** The sign-in button or the user menu, at the end of the header; a placeholder stands until the account is known. */
function AccountArea() {
  const auth = useAuth()
  const openSignIn = useSignInDialog()
  switch (auth.status) {
    case 'loading':
      return placeholder
    case 'signedOut':
      return <Button onClick={openSignIn}>Se connecter</Button>
    case 'signingOut':
      return <span className="soft">Déconnexion...</span>
    case 'remembered':
    case 'signedIn':
      return (
        <LazyBoundary fallback={placeholder} renderFailure={MenuMissing}>
          <UserMenu profile={auth.profile} />
        </LazyBoundary>
      )
  }
}

function MenuMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <Button onClick={onRetry}>
      Réessayer <span className="visually-hidden">d'afficher le menu du compte</span>
    </Button>
  )
}
