import { type ComponentType, type Ref, useCallback, useEffect, useState } from 'react'
import type { PreparedManifest } from '#shared/entities/prepared-document.ts'
import { type OnFailure, type PageRange, shownPages } from '#web/features/viewer/use-document.ts'
import type { PreparedDocument } from '#web/lib/documents/prepared-document.ts'
import { LazyBoundary, lazyComponent } from '#web/lib/loading/lazy-component.tsx'
import { showToast } from '#web/lib/shared-value.ts'
import { Spinner } from '#web/ui/status.tsx'
import { ReaderFailure, viewerTexts } from '../viewer-messages.tsx'
import type { ExerciseTarget } from './exercise-place.ts'
import { type Find, FindBar, useFind } from './find-bar.tsx'
import styles from './pages-view.module.css'
import { type PagePosition, type PagesControls, PagesView } from './pages-view.tsx'
import { savesData } from './picture.tsx'
import type { PrintProps } from './print.tsx'

/** Loaded apart, as printing is, because most readers need neither. */
const PagesPanel = lazyComponent(async () => (await import('./pages-panel.tsx')).PagesPanel)

type PagesReaderProps = {
  id: string
  document: PreparedDocument
  /** The only pages that are shown; null for all. */
  only: PageRange | null
  /** The exercise at which the pages open; null for the top of the page. */
  target: ExerciseTarget | null
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
  onDelay: (isDelayed: boolean) => void
  onFailure: OnFailure
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
      <div className={styles.columns}>
        {!isShown && (
          <div className={styles.loading}>
            <Spinner label={viewerTexts.loadingPdf} />
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
            document={document}
            pictures={pictures}
            pages={pages}
            target={target}
            firstPage={Math.min(firstPage, pages.until)}
            zoom={zoom}
            watermark={watermark}
            text={text.value}
            links={manifest.value?.links ?? NO_LINKS}
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
    window.addEventListener('online', start)
    return () => {
      isCancelled = true
      window.removeEventListener('online', start)
    }
  }, [load, isWanted])
  return { value, error }
}
