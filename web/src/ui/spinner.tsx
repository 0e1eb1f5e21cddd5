import { classNames } from './class-names.ts'
import styles from './spinner.module.css'

/** The turning wheel alone, beside a text that says what is going on. */
export function Wheel() {
  return <span aria-hidden="true" className={classNames(styles.wheel, styles.small)} />
}

/** A wait that fills its place and is announced. */
export function Spinner({ label = 'Chargement en cours...' }: { label?: string }) {
  return (
    <div className={styles.box} role="status">
      <span aria-hidden="true" className={styles.wheel} />
      <span>{label}</span>
    </div>
  )
}
