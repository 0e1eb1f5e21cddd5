import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './figure-panel.module.css'

/** Class of a background of millimetre paper in the surrounding hue. */
export const millimetrePaper = styles.paper

/** A decorative drawing on millimetre paper. */
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

/** Line art in the colour of the text; auxiliary lines carry `data-line`. */
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
