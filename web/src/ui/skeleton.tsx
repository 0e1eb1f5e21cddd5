import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'
import { Wheel } from './spinner.tsx'

type SkeletonProps = { shape: 'cards' | 'rows'; count: number }

/** A wait in the shape of what will come, so that nothing jumps when it does. It is announced like the spinner. */
export function Skeleton({ shape, count }: SkeletonProps) {
  const isCards = shape === 'cards'
  return (
    <div className={styles.waiting}>
      <p role="status" className={styles.line}>
        <Wheel />
        Chargement en cours...
      </p>
      <div aria-hidden="true" className={isCards ? styles.grid : styles.waiting}>
        {Array.from({ length: count }, (_, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- blocks without identity
          <div key={index} className={classNames(styles.block, isCards ? styles.card : styles.row)} />
        ))}
      </div>
    </div>
  )
}
