import { Link } from 'react-router-dom'
import styles from './breadcrumbs.module.css'

type BreadcrumbsProps = { parents: readonly { to: string; name: string }[]; current: string }

export function Breadcrumbs({ parents, current }: BreadcrumbsProps) {
  return (
    <nav aria-label="Fil d'Ariane">
      <ol className={styles.list}>
        {parents.map(({ to, name }) => (
          <li key={to} className={styles.step}>
            <Link to={to} className={styles.link}>
              {name}
            </Link>
          </li>
        ))}
        <li aria-current="page" className={styles.step}>
          {current}
        </li>
      </ol>
    </nav>
  )
}
