import styles from './hero-figure.module.css'

/** A damped oscillation with its axes and envelope, as in a student's notebook. */
export function HeroFigure() {
  return (
    <svg viewBox="0 0 420 300" aria-hidden="true" className={styles.figure}>
      <g className={styles.axes}>
        <path d="M30 280V20M24 30l6-10 6 10M30 150h370M390 144l10 6-10 6" />
        <path d="M30 58C120 98 240 128 385 138M30 242C120 202 240 172 385 162" className={styles.envelope} />
      </g>
      <path
        className={styles.curve}
        d="M30 58c18 0 22 172 45 172s24-142 46-142 23 116 46 116 23-95 45-95 23 77 45 77 23-63 45-63 23 50 45 50 20-36 38-36"
      />
      <circle cx="121" cy="88" r="6" className={styles.point} />
      <g className={styles.label}>
        <text x="42" y="32">
          x(t)
        </text>
        <text x="392" y="172">
          t
        </text>
      </g>
    </svg>
  )
}
