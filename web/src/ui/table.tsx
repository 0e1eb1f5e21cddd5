import type { ReactNode } from 'react'
import { classNames } from './card.tsx'
import styles from './table.module.css'

type TableProps = {
  caption: string
  columns: readonly string[]
  /** True for short cells: on a phone a cell stands beside its column's name instead of below it. */
  inline?: boolean
  /** True for rows that are a card of few lines on a phone, without names, the last cell at the right edge. */
  compact?: boolean
  children: ReactNode
}

/** A table that turns into cards on a phone. Cells carry `data-label` with their column's name. */
export function Table({ caption, columns, inline = false, compact = false, children }: TableProps) {
  return (
    <div className={styles.scroll}>
      <table className={classNames(styles.table, inline && styles.inline, compact && styles.compact)}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={column === 'Actions' ? styles.actions : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
