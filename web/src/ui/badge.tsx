import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'

type Tone = 'neutral' | 'hue' | 'premium' | 'success' | 'danger'

/** A word or two about the thing beside it; `hue` takes the colour of the surrounding track. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>
}
