import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** Says that a list has nothing, in the place of the list; `more` is what can be done about it. */
export function EmptyState({ children, more }: { children: string; more?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.text}>{children}</p>
      {more}
    </div>
  )
}
