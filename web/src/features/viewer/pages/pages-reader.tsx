import { type ComponentType, type Ref, useCallback, useEffect, useState } from 'react'
import type { PagePicture, PreparedManifest, PreparedText } from '#shared/entities/prepared-document.ts'
import type { PreparedDocument } from '#web/lib/documents/prepared-document.ts'
import { LazyBoundary } from '#web/lib/loading/error-boundary.tsx'
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx'
import { showToast } from '#web/lib/toast.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { OnFailure } from '../use-document.ts'
import { ReaderFailure, viewerTexts } from '../viewer-messages.tsx'
import { type Find, useFind } from './find.ts'
import { FindBar } from './find-bar.tsx'
import { type PageRange, shownPages } from './page-range.ts'
import styles from './pages-view.module.css'
import { type PagePosition, type PagesControls, PagesView } from './pages-view.tsx'
import type { PrintProps } from './print.tsx'
import { savesData } from './saves-data.ts'

/** Loaded apart, as printing is, because most readers need neither. */
const PagesPanel = lazyComponent(async () => (await import('./pages-panel.tsx')).PagesPanel)

type PagesReaderProps = {
  /** The document's id. */
  id: string
  document: PreparedDocument
  /** The only pages that are shown; null for all. */
  only: PageRange | null
  zoom: number
  /** The page being read, at which the document opens. */
  page: number
  watermark: string | null
  controls: Ref<PagesControls>
  /** Counts the requests to search; 0 while the search is closed. */
  findRequest: number
  hasPanel: boolean
  onFindClose: () => void
  onPage: (page: number) => void
  onZoom: (change: (zoom: number) => number) => void
  onPosition: (position: PagePosition) => void
  /** Called when pictures stop arriving, and when they arrive again. */
  onDelay: (isDelayed: boolean) => void
  onFailure: OnFailure
}

const NO_MATCHES: Find['pages'] = new Map()

/** A prepared PDF: pages, search, panel, print. */
export function PagesReader(props: PagesReaderProps) {
  const { id, document, only, zoom, page, watermark, controls, findRequest, hasPanel } = props
  const { onFindClose, onPage, onZoom, onPosition, onDelay, onFailure } = props
  const [firstPage] = useState(page)
  const [isShown, setShown] = useState(false)
  const [isTextWanted, setTextWanted] = useState(false)
  const isIdle = useIdle(isShown && !savesData())
  const { text, hasFailed } = useText(document, isIdle || isTextWanted || findRequest > 0)
  const { pictures, links } = useManifest(document, isIdle || hasPanel, onFailure)
  const [Print, setPrint] = useState<ComponentType<PrintProps> | null>(null)
  const onPrintEnd = useCallback(() => setPrint(null), [])
  const print = async () => {
    const loaded = await import('./print.tsx').catch(() => null)
    if (loaded) setPrint(() => loaded.Print)
    else showToast({ kind: 'error', text: viewerTexts.printOffline })
  }
  const onShown = useCallback(() => setShown(true), [])
  const pages = shownPages(only, document.count)
  const find = useFind(text, pages, page)
  return (
    <>
      {findRequest > 0 && (
        <FindBar find={find} hasFailed={hasFailed} request={findRequest} onClose={onFindClose} />
      )}
      <div className={styles.columns}>
        {!isShown && (
          <div className={styles.loading}>
            <Spinner label={viewerTexts.loadingPdf} />
          </div>
        )}
        {pictures && hasPanel && (
          <LazyBoundary renderFailure={ReaderFailure}>
            <PagesPanel document={document} pictures={pictures} pages={pages} page={page} onPage={onPage} />
          </LazyBoundary>
        )}
        {pictures && (
          <PagesView
            document={document}
            pictures={pictures}
            pages={pages}
            firstPage={Math.min(firstPage, pages.until)}
            zoom={zoom}
            watermark={watermark}
            text={text}
            links={links}
            matches={findRequest > 0 ? find.pages : NO_MATCHES}
            currentMatch={findRequest > 0 ? find.current : null}
            controls={controls}
            onZoom={onZoom}
            onPosition={onPosition}
            onShown={onShown}
            onTextWanted={() => setTextWanted(true)}
            onPage={onPage}
            onPrint={() => void print()}
            onDelay={onDelay}
            onFailure={onFailure}
          />
        )}
      </div>
      {Print && <Print id={id} count={document.count} watermark={watermark} onEnd={onPrintEnd} />}
    </>
  )
}

/** Returns true once the browser has had nothing else to do since `isReady`. */
function useIdle(isReady: boolean): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!isReady) return
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true), 500)
      return () => clearTimeout(timer)
    }
    const callback = requestIdleCallback(() => setIdle(true))
    return () => cancelIdleCallback(callback)
  }, [isReady])
  return isIdle
}

/** Fetches the text once it is wanted; after a failure, when the network is back. */
function useText(document: PreparedDocument, isWanted: boolean) {
  const [text, setText] = useState<PreparedText['pages'] | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    let isCancelled = false
    const load = () => {
      setFailed(false)
      document.text().then(
        (pages) => !isCancelled && setText(pages),
        () => !isCancelled && setFailed(true),
      )
    }
    load()
    window.addEventListener('online', load)
    return () => {
      isCancelled = true
      window.removeEventListener('online', load)
    }
  }, [document, isWanted])
  return { text, hasFailed }
}

const NO_LINKS: PreparedManifest['links'] = []

/** Fetches the manifest once it is wanted: at once for a long document, whose ticket names no pictures. */
function useManifest(document: PreparedDocument, isWanted: boolean, onFailure: OnFailure) {
  const [manifest, setManifest] = useState<PreparedManifest | null>(null)
  const isNeeded = document.pictures === null
  useEffect(() => {
    if (!isWanted && !isNeeded) return
    let isCancelled = false
    document.manifest().then(
      (loaded) => !isCancelled && setManifest(loaded),
      (error: unknown) => !isCancelled && isNeeded && onFailure(error),
    )
    return () => {
      isCancelled = true
    }
  }, [document, isWanted, isNeeded, onFailure])
  const pictures: readonly PagePicture[] | null = document.pictures ?? manifest?.pictures ?? null
  return { pictures, links: manifest?.links ?? NO_LINKS }
}
