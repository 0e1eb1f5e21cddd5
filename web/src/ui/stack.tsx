import type { ReactNode } from 'react'
import styles from './stack.module.css'

/** Stacks its children with the usual gap. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
}

/** Puts its children side by side, wrapping where the width ends. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
