import type { ReactNode } from 'react'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import styles from './card.module.css'
import { classNames } from './class-names.ts'

/** A box that holds one thing; with a track it carries the track's colour. */
export function Card({ track, children }: { track?: TrackCode | undefined; children: ReactNode }) {
  return (
    <div data-track={track} className={classNames(styles.card, track && styles.hued)}>
      {children}
    </div>
  )
}

/** Cards side by side as the width allows; a few that are all there will ever be `fill` the line. */
export function CardGrid({ fill = false, children }: { fill?: boolean; children: ReactNode }) {
  return <div className={classNames(styles.grid, fill && styles.fill)}>{children}</div>
}
