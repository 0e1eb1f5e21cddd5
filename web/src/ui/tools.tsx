import type { ReactNode } from 'react'
import styles from './stack.module.css'

/** A search field and its buttons. */
export function Tools({ children }: { children: ReactNode }) {
  return <div className={styles.tools}>{children}</div>
}
