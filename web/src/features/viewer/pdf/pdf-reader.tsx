import { type Ref, useCallback, useEffect, useState } from 'react'
import { ApiFailure } from '#web/lib/api/failure.ts'
import type { DocumentBytes } from '#web/lib/documents/document-bytes.ts'
import { openPdf, type PdfFile } from '#web/lib/documents/pdf-file.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { OnFailure } from '../use-document.ts'
import { loadingText, viewerTexts } from '../viewer-messages.tsx'
import { type Find, useFind } from './find.ts'
import { FindBar } from './find-bar.tsx'
import { type PageRange, shownPages } from './page-range.ts'
import { PagesPanel } from './pages-panel.tsx'
import styles from './pdf-view.module.css'
import { type PagePosition, type PdfControls, PdfView } from './pdf-view.tsx'
import { usePrint } from './print.tsx'

type PdfReaderProps = {
  /** The document's id. */
  id: string
  bytes: DocumentBytes
  /** The only pages that are shown; null for all. */
  only: PageRange | null
  /** Bytes of the document; null when they are not known. */
  size: number | null
  zoom: number
  /** The page being read, at which the document opens. */
  page: number
  watermark: string | null
  controls: Ref<PdfControls>
  /** Counts the requests to search; 0 while the search is closed. */
  findRequest: number
  hasPanel: boolean
  /** True while a failure is shown over the pages and nothing is being loaded. */
  isInterrupted: boolean
  onFindClose: () => void
  onPage: (page: number) => void
  onZoom: (change: (zoom: number) => number) => void
  onPosition: (position: PagePosition) => void
  /** Called when bytes stop arriving, and when they arrive again. */
  onDelay: (isDelayed: boolean) => void
  onFailure: OnFailure
}

const NO_MATCHES: Find['pages'] = new Map()

/** A PDF from its first byte on: loading, pages, search, panel, print. */
export function PdfReader(props: PdfReaderProps) {
  const { bytes, size, page, isInterrupted, findRequest, hasPanel, onDelay, onFailure, onFindClose, onPage } =
    props
  const { id, only, zoom, watermark, controls, onZoom, onPosition } = props
  const { pdf, progress } = usePdf(bytes, size, onDelay, onFailure)
  const [firstPage, setFirstPage] = useState(page)
  if (!pdf && firstPage !== page) setFirstPage(page)
  const [isShown, setShown] = useState(false)
  const { print, element: printing } = usePrint(id, onFailure)
  const onShown = useCallback(() => setShown(true), [])
  const pages = shownPages(only, pdf?.count ?? 1)
  const find = useFind(pdf, pages, page)

  return (
    <>
      {pdf && findRequest > 0 && <FindBar find={find} request={findRequest} onClose={onFindClose} />}
      {!isShown && !isInterrupted && <Loading {...progress} />}
      {pdf && (
        <div className={styles.columns}>
          {hasPanel && <PagesPanel pdf={pdf} pages={pages} page={page} onPage={onPage} />}
          <PdfView
            pdf={pdf}
            pages={pages}
            firstPage={Math.min(firstPage, pages.until)}
            zoom={zoom}
            watermark={watermark}
            matches={findRequest > 0 ? find.pages : NO_MATCHES}
            currentMatch={findRequest > 0 ? find.current : null}
            controls={controls}
            onZoom={onZoom}
            onPosition={onPosition}
            onShown={onShown}
            onPrint={print}
          />
        </div>
      )}
      {printing}
    </>
  )
}

type Progress = { loaded: number; total: number | null }

function Loading({ loaded, total }: Progress) {
  return (
    <div className={styles.loading}>
      <Spinner label={viewerTexts.loadingPdf} />
      {total !== null && (
        <>
          <ProgressBar value={loaded} max={total} />
          <p className={styles.bytes}>{loadingText(loaded, total)}</p>
        </>
      )}
    </div>
  )
}

/** Opens the document, and closes it with the component. */
function usePdf(
  bytes: DocumentBytes,
  size: number | null,
  onDelay: (isDelayed: boolean) => void,
  onFailure: OnFailure,
) {
  const [pdf, setPdf] = useState<PdfFile | null>(null)
  const [progress, setProgress] = useState<Progress>({ loaded: 0, total: null })
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const options = {
      signal,
      onBytes: (count: number) =>
        setProgress(({ loaded }) => ({ loaded: loaded + count, total: bytes.total() })),
      onDelay: (delay: string | null) => onDelay(delay !== null),
    }
    // PDF.js does not request the same bytes twice, so that a failed read stays open until it is resumed.
    const read = async (begin: number, end: number) => {
      for (;;) {
        try {
          return await bytes.read(begin, end, options)
        } catch (error) {
          signal.throwIfAborted()
          onDelay(false)
          await new Promise<void>((resume) => onFailure(error, resume))
          signal.throwIfAborted()
        }
      }
    }
    openPdf({ read, total: bytes.total, expected: size, signal }).then(
      (opened) => !signal.aborted && setPdf(opened),
      (cause: unknown) => !signal.aborted && onFailure(new ApiFailure('failing', { cause })),
    )
    return () => abort.abort()
  }, [bytes, size, onDelay, onFailure])
  return { pdf, progress }
}
