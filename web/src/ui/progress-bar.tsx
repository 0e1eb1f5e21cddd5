// Public pages load the other parts of status.tsx, but no bars.
import styles from './progress-bar.module.css'

/** A thin bar in the surrounding hue, beside a text that says the same. */
export function ProgressBar({ value, max }: { value: number; max: number }) {
  return <progress aria-hidden="true" value={value} max={max} className={styles.bar} />
}
