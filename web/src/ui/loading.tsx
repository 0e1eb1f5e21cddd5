import { classNames } from './class-names.ts'
import styles from './loading.module.css'

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

/** Keeps the place of what is still being found out, about as high, so that nothing jumps. */
export function Placeholder({ lines }: { lines: number }) {
  return (
    <div className={styles.lines} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className={styles.line} />
      ))}
    </div>
  )
}

/** A thin bar in the hue of its surroundings, beside a text that says the same. */
export function ProgressBar({ value, max }: { value: number; max: number }) {
  return <progress aria-hidden="true" value={value} max={max} className={styles.bar} />
}
