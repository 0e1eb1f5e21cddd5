import { NavLink } from 'react-router-dom'
import { classNames } from '#web/ui/class-names.ts'
import styles from './admin-tabs.module.css'

const tabs = [
  { to: '/admin', label: 'Utilisateurs' },
  { to: '/admin/ressources', label: 'Ressources' },
  { to: '/admin/audit', label: 'Audit & Sécurité' },
  { to: '/admin/bloques', label: 'Utilisateurs Bloqués' },
]

/** The four parts of the dashboard, each with its own address. */
export function AdminTabs() {
  return (
    <nav aria-label="Sections de l'administration" className={styles.tabs}>
      {tabs.map(({ to, label }) => (
        <NavLink key={to} to={to} end className={classNames(styles.tab)}>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
