import { type ComponentType, useCallback, useEffect, useState } from 'react'
import type { PreparedManifest } from '#shared/entities/prepared-document.ts'
import { type PageRange, shownPages } from '#web/features/viewer/use-document.ts'
import { listen } from '#web/lib/listen.ts'
import { LazyBoundary, lazyComponent } from '#web/lib/loading/lazy-component.tsx'
import { showToast } from '#web/lib/shared-value.ts'
import { Spinner } from '#web/ui/status.tsx'
import { loadingTexts, ReaderFailure, viewerTexts } from '../viewer-messages.tsx'
import { type Find, FindBar, useFind } from './find-bar.tsx'
import styles from './pages-view.module.css'
import { PagesView, type PagesViewProps } from './pages-view.tsx'
import { savesData } from './picture.tsx'
import type { PrintProps } from './print.tsx'

/** Loaded apart, as printing is, because most readers need neither. */
const PagesPanel = lazyComponent(async () => (await import('./pages-panel.tsx')).PagesPanel)

type PagesReaderProps = Pick<PagesViewProps, 'document' | 'target' | 'zoom' | 'watermark' | 'controls'> &
  Pick<PagesViewProps, 'onPage' | 'onZoom' | 'onPosition' | 'onDelay' | 'onFailure'> & {
    id: string
    /** The only pages that are shown; null for all. */
    only: PageRange | null
    /** The page being read, at which the document opens. */
    page: number
    /** Counts the requests to search; 0 while the search is closed. */
    findRequest: number
    hasPanel: boolean
    onFindClose: () => void
  }

const NO_MATCHES: Find['pages'] = new Map()
const NO_LINKS: PreparedManifest['links'] = []

export function PagesReader(props: PagesReaderProps) {
  const { id, document, only, target, zoom, page, watermark, controls, findRequest, hasPanel } = props
  const { onFindClose, onPage, onZoom, onPosition, onDelay, onFailure } = props
  const [firstPage, setFirstPage] = useState(page)
  const [isShown, setShown] = useState(false)
  const [isTextWanted, setTextWanted] = useState(false)
  // After the first page, so that nothing slows it down.
  const isAhead = isShown && !savesData()
  const text = useLoaded(
    document.text,
    isAhead || isTextWanted || (isShown && target !== null) || findRequest > 0,
  )
  const manifest = useLoaded(document.manifest, isAhead || hasPanel || !document.pictures)
  const pictures = document.pictures ?? manifest.value?.pictures
  if (!pictures && firstPage !== page) setFirstPage(page)
  useEffect(() => {
    if (manifest.error !== null && !document.pictures) onFailure(manifest.error)
  }, [manifest.error, document, onFailure])
  const [Print, setPrint] = useState<ComponentType<PrintProps> | null>(null)
  const onPrintEnd = useCallback(() => setPrint(null), [])
  const print = async () => {
    const loaded = await import('./print.tsx').catch(() => null)
    if (loaded) setPrint(() => loaded.Print)
    else showToast({ kind: 'error', text: viewerTexts.printOffline })
  }
  const onShown = useCallback(() => setShown(true), [])
  const pages = shownPages(only, document.count)
  const find = useFind(text.value, pages, page)
  return (
    <>
      {findRequest > 0 && (
        <FindBar find={find} hasFailed={text.error !== null} request={findRequest} onClose={onFindClose} />
      )}
      <div className={styles.columns} data-printed={viewerTexts.printedByBrowser}>
        {!isShown && (
          <div className={styles.loading}>
            <Spinner label={loadingTexts.pdf} />
          </div>
        )}
        {pictures && hasPanel && (
          <LazyBoundary renderFailure={ReaderFailure}>
            <PagesPanel
              {...{ document, pictures, pages, page, onPage }}
              outline={manifest.value?.outline ?? []}
            />
          </LazyBoundary>
        )}
        {pictures && (
          <PagesView
            {...{ document, pictures, pages, target, zoom, watermark, controls }}
            {...{ onZoom, onPosition, onShown, onPage, onDelay, onFailure }}
            firstPage={Math.min(firstPage, pages.until)}
            text={text.value}
            links={manifest.value?.links ?? NO_LINKS}
            matches={findRequest > 0 ? find.pages : NO_MATCHES}
            currentMatch={findRequest > 0 ? find.current : null}
            onTextWanted={() => setTextWanted(true)}
            onPrint={() => void print()}
          />
        )}
      </div>
      {Print && <Print id={id} count={document.count} watermark={watermark} onEnd={onPrintEnd} />}
    </>
  )
}

/** Loads a part of a document once it is wanted; after a failure again when the network is back. */
function useLoaded<T>(load: () => Promise<T>, isWanted: boolean) {
  const [value, setValue] = useState<T | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    if (!isWanted) return
    let isCancelled = false
    const start = () => {
      setError(null)
      load().then(
        (loaded) => !isCancelled && setValue(loaded),
        (cause: unknown) => !isCancelled && setError(cause),
      )
    }
    start()
    const stop = listen(window, 'online', start)
    return () => {
      isCancelled = true
      stop()
    }
  }, [load, isWanted])
  return { value, error }
}
