import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './figure-panel.module.css'

/** The look of millimetre paper in the hue of its surroundings. */
export const millimetrePaper = styles.paper

/** A drawing on millimetre paper; decorative, so that nothing is said of it to a screen reader. */
export function FigurePanel({
  children,
  className,
}: {
  children: ReactNode
  className?: string | undefined
}) {
  return <div className={classNames(styles.paper, styles.panel, className)}>{children}</div>
}

type DrawingProps = { width: number; height: number; className?: string | undefined; children: ReactNode }

/** Line art in the house's style: one pen in the colour of the text, helping lines marked `data-line`. */
export function Drawing({ width, height, className, children }: DrawingProps) {
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      className={classNames(styles.drawing, className)}
    >
      {children}
    </svg>
  )
}
