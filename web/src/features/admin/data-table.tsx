import { useIsMutating } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Table } from '#web/ui/table.tsx'
import styles from './list-parts.module.css'

export type Column<Item> = {
  title: string
  /** @param isBusy true while a change of the item is under way */
  cell: (item: Item, isBusy: boolean) => ReactNode
  className?: string | undefined
  /** Says what the cell means on a phone, where a short card shows no names of columns. */
  phone?: string
}

type DataTableProps<Item> = {
  caption: string
  /** The first one names the row, unless `head` says otherwise. */
  columns: readonly Column<Item>[]
  items: readonly Item[]
  /** The field that identifies an item, in the parameters of the routes that change it, too. */
  keyBy: keyof Item
  /** The index of the column that names the row; null for none. @default 0 */
  head?: number | null
  rowClass?: (item: Item) => string | undefined
} & Pick<ComponentProps<typeof Table>, 'inline' | 'compact'>

/** A table with a row for each item, drawn by its columns. */
export function DataTable<Item>({
  columns,
  items,
  keyBy,
  head = 0,
  rowClass,
  ...table
}: DataTableProps<Item>) {
  return (
    <Table {...table} columns={columns.map(({ title }) => title)}>
      {items.map((item) => (
        <DataRow
          key={String(item[keyBy])}
          id={String(item[keyBy])}
          item={item}
          columns={columns}
          head={head}
          className={rowClass?.(item)}
        />
      ))}
    </Table>
  )
}

type DataRowProps<Item> = {
  id: string
  item: Item
  columns: readonly Column<Item>[]
  head: number | null
  className: string | undefined
}

/** A row, which is busy while a change with its item's id among the parameters is under way. */
function DataRow<Item>({ id, item, columns, head, className }: DataRowProps<Item>) {
  const isBusy =
    useIsMutating({
      predicate: ({ state }) => {
        const { params } = Object(state.variables) as { params?: Record<string, string> }
        return Object.values(params ?? {}).includes(id)
      },
    }) > 0
  return (
    <tr aria-busy={isBusy} className={className}>
      {columns.map(({ title, phone, cell, className: cellClass }, at) =>
        at === head ? (
          <th key={title} scope="row" className={cellClass}>
            {cell(item, isBusy)}
          </th>
        ) : (
          <td key={title} data-label={title} className={cellClass}>
            {phone && <span className={styles.onPhone}>{phone}</span>}
            {cell(item, isBusy)}
          </td>
        ),
      )}
    </tr>
  )
}
