import styles from './placeholder.module.css'

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
