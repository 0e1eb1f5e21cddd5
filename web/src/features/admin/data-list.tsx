import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, FailureLines, Loadable } from '#web/ui/loadable.tsx'
import { Stack } from '#web/ui/stack.tsx'
import styles from './list-parts.module.css'

type Answer<Data> = {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

type Paging = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

type PagedList<Item> = Answer<{ pages: readonly { items: readonly Item[] }[] }> & Paging

type DataListProps<Item> = {
  title?: string
  /** Stands behind the title: 'Utilisateurs (7)'. */
  count?: number | string | undefined
  /** The query of a list that is read at once or page by page. */
  of: Answer<{ items: readonly Item[] }> | PagedList<Item>
  /** The message when loading fails. */
  error: string
  /** The field that identifies an item. */
  keyBy: keyof Item
  /** A sentence in place of an empty list, or more than a sentence. */
  empty: ReactNode
  /** Draws the items, of which there is one at least. */
  renderItems: (items: readonly Item[]) => ReactNode
  /** Between the title and the list: its purpose, its search, its filters, its buttons. */
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
  renderItems,
  children,
}: DataListProps<Item>) {
  const items = of.data && ('pages' in of.data ? of.data.pages.flatMap((page) => page.items) : of.data.items)
  const heading = useFocusAfterRemoval(items?.map((item) => String(item[keyBy])))
  return (
    <Stack>
      {title !== undefined && (
        <h2 ref={heading} tabIndex={-1} className={styles.heading}>
          {title}
          {count !== undefined && ` (${count})`}
        </h2>
      )}
      {children}
      <Loadable<unknown> of={of} error={error}>
        {() => {
          if (items && items.length > 0) return renderItems(items)
          return typeof empty === 'string' ? <EmptyState>{empty}</EmptyState> : empty
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
    if (isRemoved && isFocusLost) heading.current?.focus({ preventScroll: true })
  }, [keys])
  return heading
}

/**
 * The button 'Charger plus' below a list until its last page is loaded, then the end of the list, which takes the
 * focus.
 */
export function LoadMore({ of, error }: { of: PagedList<unknown>; error: string }) {
  const end = useRef<HTMLParagraphElement>(null)
  const wasPressed = useRef(false)
  const { hasNextPage } = of
  const wasExtended = (of.data?.pages.length ?? 0) > 1
  useEffect(() => {
    // The button that had the focus disappears with the last page.
    if (!hasNextPage && wasPressed.current) end.current?.focus({ preventScroll: true })
    wasPressed.current = wasPressed.current && hasNextPage
  }, [hasNextPage])
  const load = () => {
    wasPressed.current = true
    void of.fetchNextPage()
  }
  return (
    <>
      {of.isFetchNextPageError && of.error && (
        <Alert kind="error">
          <FailureLines text={error} error={of.error} />
        </Alert>
      )}
      {hasNextPage ? (
        <div>
          <Button variant="secondary" disabled={of.isFetching} onClick={load}>
            {of.isFetchingNextPage ? 'Chargement...' : 'Charger plus'}
          </Button>
        </div>
      ) : (
        wasExtended && (
          <p ref={end} tabIndex={-1} className="visually-hidden">
            Fin de la liste
          </p>
        )
      )}
    </>
  )
}
