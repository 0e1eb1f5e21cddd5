import { RefreshCw } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Tools } from '#web/ui/stack.tsx'
import styles from './list-parts.module.css'
import { SEARCH_LENGTH, type SearchTerm } from './use-search-term.ts'

type ListHeadingProps = { title: string; count: number | string | undefined; ref?: Ref<HTMLHeadingElement> }

/** 'Utilisateurs (7)'. It takes the focus when what had it is gone, such as a deleted row. */
export function ListHeading({ title, count, ref }: ListHeadingProps) {
  return (
    <h2 ref={ref} tabIndex={-1} className={styles.heading}>
      {title}
      {count !== undefined && ` (${count})`}
    </h2>
  )
}

type SearchToolsProps = {
  of: SearchTerm
  placeholder: string
  /** How much was found: said aloud, and shown when there is a search. */
  found: string | null
  /** The buttons beside the field. */
  children: ReactNode
}

/** The search of a list, and what it found. */
export function SearchTools({ of, placeholder, found, children }: SearchToolsProps) {
  return (
    <>
      <Tools>
        <TextField
          label="Rechercher"
          type="search"
          placeholder={placeholder}
          autoComplete="off"
          maxLength={SEARCH_LENGTH}
          value={of.text}
          onChange={(event) => of.setText(event.target.value)}
        />
        {children}
      </Tools>
      <p role="status" className={of.term === '' ? 'visually-hidden' : styles.found}>
        {found}
      </p>
    </>
  )
}

/** 'Actualiser' of a list or page. */
export function RefreshButton({ isBusy, onRefresh }: { isBusy: boolean; onRefresh: () => void }) {
  return (
    <Button variant="secondary" disabled={isBusy} onClick={onRefresh}>
      <RefreshCw size={18} aria-hidden="true" />
      Actualiser
    </Button>
  )
}

type LoadMoreProps = {
  /** TanStack's infinite query fits as it is. */
  of: {
    hasNextPage: boolean
    isFetching: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => unknown
  }
  /** What to say when the next page did not come. */
  error: (error: Error) => string
}

/** 'Charger plus' below a list, until everything is there. */
export function LoadMore({ of, error }: LoadMoreProps) {
  const end = useRef<HTMLParagraphElement>(null)
  const wasPressed = useRef(false)
  const { hasNextPage } = of
  useEffect(() => {
    // The button that had the focus is gone with the last page.
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
          <p>{error(of.error)}</p>
        </Alert>
      )}
      {hasNextPage ? (
        <div>
          <Button variant="secondary" disabled={of.isFetching} onClick={load}>
            {of.isFetchingNextPage ? 'Chargement...' : 'Charger plus'}
          </Button>
        </div>
      ) : (
        <p ref={end} tabIndex={-1} className="visually-hidden">
          Fin de la liste
        </p>
      )}
    </>
  )
}
