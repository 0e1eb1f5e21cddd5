import type { ReactNode } from 'react'
import styles from './stack.module.css'

/** Things below each other at the house's distance. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
}

/** Things beside each other, wrapping where the width ends. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

/** A search field with the buttons that belong to it. */
export function Tools({ children }: { children: ReactNode }) {
  return <div className={styles.tools}>{children}</div>
}
