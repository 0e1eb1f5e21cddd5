import { classNames } from './class-names.ts'
import styles from './spinner.module.css'

/** The spinner alone, beside a text that says what it waits for. */
export function Wheel() {
  return <span aria-hidden="true" className={classNames(styles.wheel, styles.small)} />
}

/** A spinner in place of content, announced to screen readers. */
export function Spinner({ label = 'Chargement en cours...' }: { label?: string }) {
  return (
    <div className={styles.box} role="status">
      <span aria-hidden="true" className={styles.wheel} />
      <span>{label}</span>
    </div>
  )
}
