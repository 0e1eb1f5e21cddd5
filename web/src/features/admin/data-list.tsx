import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import type { Route } from '#shared/contract/define-route.ts'
import { api, type QueryInput } from '#web/lib/api/api.ts'
import { Stack } from '#web/ui/card.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { Table } from '#web/ui/table.tsx'
import styles from './list-parts.module.css'
import { LoadMore, type Pages } from './list-parts.tsx'

/** Reads a list page by page; while another query is answered, the earlier one's rows stay. */
export function useList<R extends Route>(route: R, input: QueryInput<R>) {
  return useInfiniteQuery({ ...api(route).infiniteQueryOptions(input), placeholderData: keepPreviousData })
}

type Page<Item> = { items: readonly Item[]; total?: number }

type Answer<Data> = ComponentProps<typeof Loadable<Data>>['of']

type DataListProps<Item> = {
  title?: string
  /** Stands behind the title: 'Utilisateurs (7)'. @default the total of the list, where it is known */
  count?: number | string | undefined
  of: Answer<Page<Item>> | Pages<Page<Item>>
  error: string
  keyBy: keyof Item
  empty: ReactNode
  table?: Omit<DataTableProps<Item>, 'items' | 'keyBy'>
  renderItems?: (items: readonly Item[]) => ReactNode
  children?: ReactNode
}

/** A list of the dashboard, from its heading, which takes the focus when the row that held it is removed, to its end. */
export function DataList<Item>({
  title,
  count,
  of,
  error,
  keyBy,
  empty,
  table,
  renderItems,
  children,
}: DataListProps<Item>) {
  const pages =
    of.data && ('pages' in of.data ? of.data.pages : [{ ...of.data, total: of.data.items.length }])
  const items = pages?.flatMap((page) => page.items)
  const total = count ?? pages?.[0]?.total
  const heading = useFocusAfterRemoval(items?.map((item) => String(item[keyBy])))
  return (
    <Stack>
      {title !== undefined && (
        <h2 ref={heading} tabIndex={-1}>
          {total === undefined ? title : `${title} (${total.toLocaleString('fr-FR')})`}
        </h2>
      )}
      {children}
      <Loadable<unknown> of={of} error={error}>
        {() => {
          if (!items || items.length === 0)
            return typeof empty === 'string' ? <EmptyState>{empty}</EmptyState> : empty
          return table ? <DataTable {...table} items={items} keyBy={keyBy} /> : renderItems?.(items)
        }}
      </Loadable>
      {items && 'hasNextPage' in of && <LoadMore of={of} error={error} />}
    </Stack>
  )
}

function useFocusAfterRemoval(keys: readonly string[] = []): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(keys)
  useEffect(() => {
    const now = new Set(keys)
    const isRemoved = shown.current.some((key) => !now.has(key))
    shown.current = keys
    // A closing dialog whose opener has been removed gives the focus to the page's main element.
    const isFocusLost = document.activeElement?.matches('body, main') ?? true
    // A page that has become short would show its foot alone.
    if (isRemoved && isFocusLost) heading.current?.focus({ preventScroll: keys.length > 0 })
  }, [keys])
  return heading
}

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

export function DataTable<Item>(props: DataTableProps<Item>) {
  const { caption, columns, items, keyBy, inline = false, compact = false } = props
  return (
    <Table caption={caption} columns={columns.map(({ title }) => title)} inline={inline} compact={compact}>
      {items.map((item) => (
        <DataRow key={String(item[keyBy])} item={item} of={props} />
      ))}
    </Table>
  )
}

/** A row, which is busy while a change with its item's id among the parameters is under way. */
function DataRow<Item>({ item, of }: { item: Item; of: DataTableProps<Item> }) {
  const { columns, keyBy, head = 0, rowClass } = of
  const id = String(item[keyBy])
  const changes = useQueryClient().getMutationCache()
  const isBusy = useSyncExternalStore(
    (onChange) => changes.subscribe(onChange),
    () => changes.getAll().some(({ state }) => state.status === 'pending' && isAbout(state.variables, id)),
  )
  return (
    <tr aria-busy={isBusy} className={rowClass?.(item)}>
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

function isAbout(input: unknown, id: string): boolean {
  const { params = {} } = Object(input) as { params?: Record<string, string> }
  return Object.values(params).includes(id)
}
