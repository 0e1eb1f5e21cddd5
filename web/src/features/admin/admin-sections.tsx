import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { NavLink } from 'react-router-dom'
import { useProfile } from '#web/lib/auth/use-auth.ts'
import { classNames } from '#web/ui/class-names.ts'
import { adminPages, adminPath } from './admin-pages.tsx'
import styles from './admin-sections.module.css'
import { blockedCount, blockedQuery } from './blocked/blocked-query.ts'
import { pendingRequestsQuery, requestTotal } from './payments/pending-requests.ts'

type SectionLink = { to: string; label: string }

/** The menu of the dashboard: its pages by subject, and the four tabs. */
export function AdminSections() {
  const isPrimaryOwner = useProfile()?.isPrimaryOwner ?? false
  const { data: blocked } = useInfiniteQuery({ ...blockedQuery, select: blockedCount })
  const { data: requests } = useInfiniteQuery({ ...pendingRequestsQuery, select: requestTotal })
  // Only the primary owner sees the table of subjects.
  const subjects = { to: isPrimaryOwner ? '/sujets-bac' : '/sujets-bac/upload', label: 'Sujets du bac' }
  return (
    <nav aria-label="Sections de l'administration" className={styles.sections}>
      <div className={styles.groups}>
        <Group heading="Site" links={linksOf('Site')} />
        <Group heading="Ventes" links={linksOf('Ventes', { demandes: requests })} />
        <Group heading="Documents" links={[subjects, ...linksOf('Documents')]} />
        <Group heading="Protection" links={linksOf('Protection')} />
      </div>
      <ul className={classNames(styles.links, styles.tabs)}>
        <Links of={linksOf('tab', { bloques: blocked })} />
      </ul>
    </nav>
  )
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
