import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { NavLink } from 'react-router-dom'
import { useProfile } from '#web/lib/auth/use-auth.ts'
import { classNames } from '#web/ui/class-names.ts'
import styles from './admin-sections.module.css'
import { blockedCount, blockedQuery } from './blocked/blocked-query.ts'

type SectionLink = { to: string; label: string }

/** Where each part of the dashboard is: the pages by subject, and the four tabs. */
export function AdminSections() {
  const isPrimaryOwner = useProfile()?.isPrimaryOwner ?? false
  const blocked = useInfiniteQuery({ ...blockedQuery, select: blockedCount })
  const groups = [
    {
      heading: 'Site',
      links: [
        { to: '/admin/tableau-de-bord', label: 'Tableau de bord' },
        { to: '/admin/parametres', label: 'Paramètres' },
      ],
    },
    {
      heading: 'Ventes',
      links: [
        { to: '/admin/codes', label: 'Cartes' },
        { to: '/admin/paiements', label: 'Paiements' },
      ],
    },
    {
      heading: 'Documents',
      links: [
        // The table of subjects is shown to the primary owner only.
        { to: isPrimaryOwner ? '/sujets-bac' : '/sujets-bac/upload', label: 'Sujets du bac' },
        { to: '/admin/signalements', label: 'Signalements' },
      ],
    },
    {
      heading: 'Protection',
      links: [
        { to: '/admin/surveillance', label: 'Surveillance' },
        { to: '/admin/exemplaires', label: 'Exemplaires' },
      ],
    },
  ]
  const tabs = [
    { to: '/admin', label: 'Utilisateurs' },
    { to: '/admin/ressources', label: 'Ressources' },
    { to: '/admin/audit', label: 'Audit & Sécurité' },
    { to: '/admin/bloques', label: `Utilisateurs Bloqués${blocked.data ? ` (${blocked.data})` : ''}` },
  ]
  return (
    <nav aria-label="Sections de l'administration" className={styles.sections}>
      <div className={styles.groups}>
        {groups.map(({ heading, links }) => (
          <Group key={heading} heading={heading} links={links} />
        ))}
      </div>
      <ul className={classNames(styles.links, styles.tabs)}>
        <Links of={tabs} />
      </ul>
    </nav>
  )
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
