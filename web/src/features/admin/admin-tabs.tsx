import { useInfiniteQuery } from '@tanstack/react-query'
import { LayoutDashboard } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { classNames } from '#web/ui/class-names.ts'
import styles from './admin-tabs.module.css'
import { blockedCount, blockedQuery } from './blocked/blocked-tab.tsx'

/** The four parts of the administration, each with its own address, and the overview beside them (decision D32). */
export function AdminTabs() {
  const blocked = useInfiniteQuery({ ...blockedQuery, select: blockedCount })
  const tabs = [
    { to: '/admin', label: 'Utilisateurs' },
    { to: '/admin/ressources', label: 'Ressources' },
    { to: '/admin/audit', label: 'Audit & Sécurité' },
    { to: '/admin/bloques', label: `Utilisateurs Bloqués${blocked.data ? ` (${blocked.data})` : ''}` },
  ]
  return (
    <nav aria-label="Sections de l'administration" className={styles.sections}>
      <ul ref={useShownCurrent(blocked.data)} className={styles.tabs}>
        {tabs.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end className={classNames(styles.tab)}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
      <NavLink to="/admin/tableau-de-bord" className={classNames(styles.overview)}>
        <LayoutDashboard size={18} aria-hidden="true" />
        Tableau de bord
      </NavLink>
    </nav>
  )
}

/** On a phone the row is longer than the window: the tab of the address is brought into it. */
function useShownCurrent(count: string | undefined) {
  const row = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current]')
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another address is another tab, a count makes one longer
  }, [pathname, count])
  return row
}
