import { type Ref, useCallback, useEffect, useState } from 'react'
import { ApiFailure, networkTexts } from '#web/lib/api/failure.ts'
import { documentBytes } from '#web/lib/documents/document-bytes.ts'
import { documentFailureText } from '#web/lib/documents/document-texts.ts'
import { DocumentReplaced, type TicketSource } from '#web/lib/documents/ticket-source.ts'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar, Spinner } from '#web/ui/loading.tsx'
import { MessageBox } from './failure-box.tsx'
import { openPdf } from './open-pdf.ts'
import type { PagedDocument } from './paged-document.ts'
import styles from './pdf-reader.module.css'
import { type PagePosition, type PdfControls, PdfView } from './pdf-view.tsx'
import { PrintSheets } from './print-sheets.tsx'
import { createReading, type Reading, type ReadingState } from './reading.ts'
import { usePrint } from './use-print.ts'
import { loadingText, printingText, viewerTexts } from './viewer-texts.ts'

type PdfReaderProps = {
  tickets: TicketSource
  zoom: number
  firstPage: number
  watermark: string | null
  controls: Ref<PdfControls>
  onZoom: (change: (zoom: number) => number) => void
  onPosition: (position: PagePosition) => void
  /** The connection is bad, or good again. */
  onTrouble: (isTroubled: boolean) => void
  /** The document may not be shown any longer, or is no PDF. */
  onLost: (error: unknown) => void
}

/** A PDF from its first byte on: its waits and failures, its pages, its way to the printer. */
export function PdfReader({ tickets, onTrouble, onLost, ...view }: PdfReaderProps) {
  const { reading, state, pages } = useOpened(tickets, onLost)
  const [isShown, setShown] = useState(false)
  const { printing, start, stop } = usePrint(pages, view.watermark)
  const onShown = useCallback(() => setShown(true), [])
  const { flow } = state

  useEffect(() => onTrouble(flow.step === 'waiting'), [flow, onTrouble])
  useEffect(() => {
    if (flow.step === 'failed' && isFinal(flow.error)) onLost(flow.error)
  }, [flow, onLost])
  useEffect(() => {
    const retry = () => reading?.retry()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [reading])

  return (
    <>
      {flow.step === 'failed' && !isFinal(flow.error) && (
        <MessageBox text={documentFailureText(flow.error)}>
          <Button variant="secondary" onClick={() => reading?.retry()}>
            Réessayer
          </Button>
        </MessageBox>
      )}
      {!isShown && flow.step !== 'failed' && <Loading state={state} />}
      {pages && <PdfView {...view} pages={pages} onShown={onShown} onPrint={start} />}
      {printing.step === 'drawing' && (
        <div className={styles.printing}>
          <p role="status">{printingText(printing.done, printing.count)}</p>
          <ProgressBar value={printing.done} max={printing.count} />
          <Button variant="secondary" onClick={stop}>
            Annuler
          </Button>
        </div>
      )}
      {printing.step === 'failed' && (
        <MessageBox text={networkTexts.unreachable}>
          <Button variant="secondary" onClick={start}>
            Réessayer
          </Button>
        </MessageBox>
      )}
      {printing.step === 'ready' && <PrintSheets sheets={printing.sheets} onPrinted={stop} />}
    </>
  )
}

function Loading({ state: { loaded, total } }: { state: ReadingState }) {
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

type Begun = { reading: Reading | null; state: ReadingState }

const BEFORE: Begun = { reading: null, state: { flow: { step: 'reading' }, loaded: 0, total: null } }

/** Reads and opens the document; both end with the component. */
function useOpened(tickets: TicketSource, onBroken: (error: unknown) => void) {
  const [begun, setBegun] = useState(BEFORE)
  const [pages, setPages] = useState<PagedDocument | null>(null)
  useEffect(() => {
    let isCurrent = true
    const reading = createReading(documentBytes(tickets))
    const stopFollowing = reading.subscribe(() => setBegun({ reading, state: reading.get() }))
    const opening = openPdf(reading)
    opening.then(
      (pdf) => isCurrent && setPages(pdf.pages),
      (error: unknown) => isCurrent && onBroken(new ApiFailure('failing', { cause: error })),
    )
    return () => {
      isCurrent = false
      stopFollowing()
      reading.close()
      opening.then(
        (pdf) => pdf.close(),
        () => undefined,
      )
    }
  }, [tickets, onBroken])
  return { ...begun, pages }
}

/** Whether trying again cannot help, or must not show what is there any longer. */
function isFinal(error: unknown): boolean {
  return error instanceof DocumentReplaced || (error instanceof ApiFailure && error.kind === 'refused')
}
