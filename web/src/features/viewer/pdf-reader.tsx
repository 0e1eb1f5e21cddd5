import { type Ref, useCallback, useEffect, useState } from 'react'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { createDocumentBytes } from '#web/lib/documents/document-bytes.ts'
import type { TicketSource } from '#web/lib/documents/tickets.ts'
import { ProgressBar } from '#web/ui/loadable.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { openPdf, type PdfFile } from './pdf-file.ts'
import styles from './pdf-view.module.css'
import { type PagePosition, type PdfControls, PdfView } from './pdf-view.tsx'
import { usePrint } from './print.tsx'
import type { OnFailure } from './use-document.ts'
import { loadingText, viewerTexts } from './viewer-messages.tsx'

type PdfReaderProps = {
  tickets: TicketSource
  zoom: number
  firstPage: number
  watermark: string | null
  controls: Ref<PdfControls>
  /** A failure is shown over the pages: nothing is being loaded. */
  isInterrupted: boolean
  onZoom: (change: (zoom: number) => number) => void
  onPosition: (position: PagePosition) => void
  /** Bytes do not arrive, or arrive again. */
  onDelay: (isDelayed: boolean) => void
  onFailure: OnFailure
}

/** A PDF from its first byte on: loading, pages, print. */
export function PdfReader({ tickets, isInterrupted, onDelay, onFailure, ...view }: PdfReaderProps) {
  const { pdf, progress } = usePdf(tickets, onDelay, onFailure)
  const [isShown, setShown] = useState(false)
  const { print, element: printing } = usePrint(pdf, view.watermark, onFailure)
  const onShown = useCallback(() => setShown(true), [])

  return (
    <>
      {!isShown && !isInterrupted && <Loading {...progress} />}
      {pdf && <PdfView {...view} pdf={pdf} onShown={onShown} onPrint={print} />}
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
function usePdf(tickets: TicketSource, onDelay: (isDelayed: boolean) => void, onFailure: OnFailure) {
  const [pdf, setPdf] = useState<PdfFile | null>(null)
  const [progress, setProgress] = useState<Progress>({ loaded: 0, total: null })
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const bytes = createDocumentBytes(tickets)
    const options = {
      signal,
      onBytes: (count: number) =>
        setProgress(({ loaded }) => ({ loaded: loaded + count, total: bytes.total() })),
      onDelay: (delay: string | null) => onDelay(delay !== null),
    }
    // PDF.js does not ask twice for the same bytes, so a failed read stays open until it is resumed.
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
    openPdf({ read, total: bytes.total, signal }).then(
      (opened) => !signal.aborted && setPdf(opened),
      (cause: unknown) => !signal.aborted && onFailure(new ApiFailure('failing', { cause })),
    )
    return () => abort.abort()
  }, [tickets, onDelay, onFailure])
  return { pdf, progress }
}
