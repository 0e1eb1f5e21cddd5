import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, CircleQuestionMark } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { useProfile } from '#web/lib/auth/use-auth.ts'
import { useSettings } from '#web/lib/settings.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useClosing, useOpenUntilNavigation } from '#web/ui/disclosure.ts'
import { adminPages, adminPath, HELP, QUESTIONS } from './admin-pages.tsx'
import styles from './admin-sections.module.css'
import { blockedCount, blockedQuery } from './blocked/blocked-query.ts'
import { pendingRequestsQuery, requestTotal } from './payments/pending-requests.ts'

type SectionLink = { to: string; label: string }

/** The menu of the dashboard: the four tabs, then its other pages by subject. On a phone a button opens it. */
export function AdminSections() {
  const isPrimaryOwner = useProfile()?.isPrimaryOwner ?? false
  const { data: blocked } = useInfiniteQuery({ ...blockedQuery, select: blockedCount })
  const { data: requests } = useInfiniteQuery({ ...pendingRequestsQuery, select: requestTotal })
  // Only the primary owner sees the table of subjects.
  const subjects = { to: isPrimaryOwner ? '/sujets-bac' : '/sujets-bac/upload', label: 'Sujets du bac' }
  const { acceptsQuestions } = useSettings()
  const students = linksOf('Élèves').filter(({ to }) => acceptsQuestions || to !== adminPath(QUESTIONS))
  const current = useCurrentPage()
  const [isOpen, setOpen] = useOpenUntilNavigation()
  const area = useRef<HTMLElement>(null)
  useClosing(area, isOpen, () => setOpen(false))
  return (
    <nav ref={area} aria-label="Sections de l'administration" className={styles.sections}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls="sections"
        onClick={() => setOpen(!isOpen)}
      >
        <span>
          <span className="visually-hidden">Sections&nbsp;: </span>
          {current?.label ?? 'Sections'}
        </span>
        <ChevronDown size={18} aria-hidden="true" />
      </button>
      {current?.help && (
        <Link
          to={`${adminPath(HELP)}#${current.help}`}
          aria-label={`Aide : ${current.label}`}
          className={styles.help}
        >
          <CircleQuestionMark size={18} aria-hidden="true" />
          Aide
        </Link>
      )}
      <div id="sections" className={classNames(styles.panel, isOpen && styles.open)}>
        <ul className={classNames(styles.links, styles.tabs)}>
          <Links of={linksOf('tab', { bloques: blocked })} />
        </ul>
        <div className={styles.groups}>
          <Group heading="Contenu" links={[subjects, ...linksOf('Contenu')]} />
          <Group heading="Élèves" links={students} />
          <Group heading="Argent" links={linksOf('Argent', { demandes: requests })} />
          <Group heading="Site" links={linksOf('Site')} />
        </div>
      </div>
    </nav>
  )
}

/** Returns the open page, or the one that leads to it. */
function useCurrentPage() {
  const pathname = useLocation().pathname.replace(/\/$/, '')
  return adminPages
    .filter(
      ({ path, group }) =>
        group && (pathname === adminPath(path) || pathname.startsWith(`${adminPath(path)}/`)),
    )
    .findLast(({ path }) => path !== '' || pathname === adminPath(''))
}

/** @param counts numbers behind the labels of pages, by path; pages without one show their label only */
function linksOf(group: string, counts: Record<string, string | number | undefined> = {}): SectionLink[] {
  return adminPages
    .filter((page) => page.group === group)
    .map(({ path, label }) => ({
      to: adminPath(path),
      label: counts[path] ? `${label} (${counts[path]})` : label,
    }))
}

function Group({ heading, links }: { heading: string; links: readonly SectionLink[] }) {
  const id = useId()
  return (
    <div className={styles.group}>
      <p id={id} className={styles.heading}>
        {heading}
      </p>
      <ul aria-labelledby={id} className={styles.links}>
        <Links of={links} />
      </ul>
    </div>
  )
}

function Links({ of }: { of: readonly SectionLink[] }) {
  return of.map(({ to, label }) => (
    <li key={to}>
      <NavLink to={to} end={to === '/admin'} className={classNames(styles.link)}>
        {label}
      </NavLink>
    </li>
  ))
}
