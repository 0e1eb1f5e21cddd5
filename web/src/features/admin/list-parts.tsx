import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { type DocumentRequest, useOpenDocument } from '#web/lib/documents/open-document.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { FailureLines } from '#web/ui/loadable.tsx'
import { Alert } from '#web/ui/status.tsx'
import styles from './list-parts.module.css'

/** An e-mail address or a path that wraps after its punctuation and not inside a word. */
export function Address({ children }: { children: string }) {
  const parts = children.match(/[^@._/-]+[@._/-]*|[@._/-]+/g) ?? []
  return (
    <span>
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts never change places
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}

/** Says on a phone what a cell means, since a short card shows no names of columns. */
export function OnPhone({ children }: { children: string }) {
  return <span className={styles.onPhone}>{children}</span>
}

export function Tools({ children }: { children: ReactNode }) {
  return <div className={styles.tools}>{children}</div>
}

type DocumentLinkProps = Omit<DocumentRequest, 'available'> & { children: string }

export function DocumentLink({ children, ...request }: DocumentLinkProps) {
  const openDocument = useOpenDocument()
  return (
    <Button variant="link" onClick={() => openDocument({ ...request, available: true })}>
      {children}
    </Button>
  )
}

export function RefreshButton({ of }: { of: { isFetching: boolean; refetch: () => unknown } }) {
  return (
    <Button variant="secondary" disabled={of.isFetching} onClick={() => void of.refetch()} Icon={RefreshCw}>
      Actualiser
    </Button>
  )
}

export function DayPair({ children }: { children: ReactNode }) {
  return <div className={styles.days}>{children}</div>
}

type PeriodFieldProps<Days extends number> = {
  periods: readonly Days[]
  value: Days
  onChange: (days: Days) => void
}

export function PeriodField<Days extends number>({ periods, value, onChange }: PeriodFieldProps<Days>) {
  return (
    <SelectField
      label="Période"
      value={value}
      choices={Object.fromEntries(periods.map((days) => [days, `${days} derniers jours`]))}
      onChange={({ target }) => onChange(Number(target.value) as Days)}
    />
  )
}

export function ChartFigures({ children }: { children: ReactNode }) {
  return (
    <details className={styles.details}>
      <summary>Voir les chiffres</summary>
      {children}
    </details>
  )
}

export type Pages<Page> = UseInfiniteQueryResult<{ pages: readonly Page[] }>

/** Below the last page of a list it takes the focus at the end, since the button disappears. */
export function LoadMore({ of, error }: { of: Pages<unknown>; error: string }) {
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
