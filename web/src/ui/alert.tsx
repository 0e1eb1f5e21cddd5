import { CircleAlert, CircleCheck, Crown, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './alert.module.css'
import { classNames } from './class-names.ts'

const ICONS = { error: CircleAlert, success: CircleCheck, info: Info, premium: Crown }

/** A message in its box, where a text alone becomes a paragraph. Errors interrupt a screen reader, successes wait for it, other kinds are plain content. */
export function Alert({ kind, children }: { kind: keyof typeof ICONS; children: ReactNode }) {
  const Icon = ICONS[kind]
  const role = kind === 'error' ? 'alert' : kind === 'success' ? 'status' : undefined
  return (
    <div role={role} className={classNames(styles.alert, styles[kind])}>
      <Icon size={20} aria-hidden="true" />
      <div className={styles.body}>{typeof children === 'string' ? <p>{children}</p> : children}</div>
    </div>
  )
}
