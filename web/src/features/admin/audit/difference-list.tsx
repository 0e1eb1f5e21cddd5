import type { AuditItem } from '#shared/entities/audit-entry.ts'
import { type Difference, differencesOf } from './audit-differences.ts'
import styles from './difference-list.module.css'

/** What an entry changed: the fields with both values, then what it took away or brought. */
export function DifferenceList({ item }: { item: AuditItem }) {
  const differences = differencesOf(item)
  if (differences.length === 0) return <span aria-hidden="true">-</span>
  const changed = differences.filter(({ before, after }) => before !== null && after !== null)
  return (
    <div className={styles.list}>
      {changed.map((difference) => (
        <Change key={difference.label} difference={difference} />
      ))}
      <OneSide label="Avant" of={differences.filter(({ after }) => after === null)} side="before" />
      <OneSide label="Après" of={differences.filter(({ before }) => before === null)} side="after" />
    </div>
  )
}

function Change({ difference: { label, before, after } }: { difference: Difference }) {
  return (
    <p>
      <strong>{label}</strong>
      <span className={styles.values}>
        <span>
          <span className={styles.side}>Avant :</span> {before}
        </span>
        <span>
          <span className={styles.side}>Après :</span> {after}
        </span>
      </span>
    </p>
  )
}

type OneSideProps = { label: string; of: readonly Difference[]; side: 'before' | 'after' }

function OneSide({ label, of, side }: OneSideProps) {
  if (of.length === 0) return null
  return (
    <div>
      <p className={styles.side}>{label} :</p>
      <ul>
        {of.map((difference) => (
          <li key={difference.label}>
            <strong>{difference.label}</strong> {difference[side]}
          </li>
        ))}
      </ul>
    </div>
  )
}
