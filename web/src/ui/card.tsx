import type { ReactNode } from 'react'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import styles from './card.module.css'

type CardProps = {
  /** Gives everything inside the track's hue. */
  track?: TrackCode | undefined
  /** Content from edge to edge at the top, such as a figure. */
  head?: ReactNode
  children: ReactNode
}

export function Card({ track, head, children }: CardProps) {
  return (
    <div data-track={track} className={classNames(styles.card, head !== undefined && styles.headed)}>
      {head === undefined ? (
        children
      ) : (
        <>
          {head}
          <div className={styles.body}>{children}</div>
        </>
      )}
    </div>
  )
}

export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/** Cards in columns; with `fill`, a fixed small number of cards fills the row. */
export function CardGrid({ fill = false, children }: { fill?: boolean; children: ReactNode }) {
  return <div className={classNames(styles.grid, fill && styles.fill)}>{children}</div>
}

type Tone = 'neutral' | 'hue' | 'premium' | 'success' | 'danger'

/** A short label; `hue` takes the colour of the surrounding track. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>
}

export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
}

/** Puts its children side by side, wrapping where the width ends. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
