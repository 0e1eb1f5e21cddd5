import type { ReactNode } from 'react'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import styles from './card.module.css'
import { classNames } from './class-names.ts'

type CardProps = {
  /** Gives everything inside the track's hue. */
  track?: TrackCode | undefined
  /** What reaches from edge to edge above the rest, such as a figure. */
  head?: ReactNode
  children: ReactNode
}

/** A box that holds one thing. */
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

/** Cards side by side as the width allows; a few that are all there will ever be `fill` the line. */
export function CardGrid({ fill = false, children }: { fill?: boolean; children: ReactNode }) {
  return <div className={classNames(styles.grid, fill && styles.fill)}>{children}</div>
}

type Tone = 'neutral' | 'hue' | 'premium' | 'success' | 'danger'

/** A word or two about the thing beside it; `hue` takes the colour of the surrounding track. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>
}
