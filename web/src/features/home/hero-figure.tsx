import { Drawing } from '#web/ui/figure-panel.tsx'
import styles from './hero-figure.module.css'

/** A damped oscillation with its axes and envelope, as in a student's notebook. */
export function HeroFigure() {
  return (
    <Drawing width={440} height={290} className={styles.figure}>
      <path data-line="thin" d="M30 280V20M24 30l6-10 6 10M30 150h392M412 144l10 6-10 6" />
      <path data-line="dashed" d="M30 58C120 98 240 128 400 138M30 242C120 202 240 172 400 162" />
      <path data-line="thin" d="M30 272h91M38 267l-8 5 8 5M113 267l8 5-8 5M121 92v186" />
      <path
        className={styles.curve}
        d="M30 58c18 0 22 172 45 172s24-142 46-142 23 116 46 116 23-95 45-95 23 77 45 77 23-63 45-63 23 50 45 50 20-36 38-36"
      />
      <circle cx="121" cy="88" r="6" className={styles.point} />
      <g className={styles.label}>
        <text x="42" y="32" fontSize="20">
          x(t)
        </text>
        <text x="70" y="264" fontSize="20">
          T
        </text>
        <text x="414" y="174" fontSize="20">
          t
        </text>
      </g>
    </Drawing>
  )
}
