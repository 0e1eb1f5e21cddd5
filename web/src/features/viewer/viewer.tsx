import { Minimize } from 'lucide-react'
import { type KeyboardEvent, Suspense, useCallback, useRef, useState } from 'react'
import type { Ticket } from '#shared/contract/files.ts'
import { useAccess, useProfile } from '#web/lib/auth/use-auth.ts'
import { INVALID_ID } from '#web/lib/documents/document-texts.ts'
import { weightText } from '#web/lib/documents/document-weight.ts'
import type { DocumentRequest } from '#web/lib/documents/open-document.ts'
import { DocumentReplaced } from '#web/lib/documents/ticket-source.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { DriveView } from './drive-view.tsx'
import { FailureBox, MessageBox } from './failure-box.tsx'
import { FlowStrip } from './flow-strip.tsx'
import { PdfTools } from './pdf-tools.tsx'
import type { PagePosition, PdfControls } from './pdf-view.tsx'
import { SpeedField } from './speed-field.tsx'
import { useDocument } from './use-document.ts'
import { useFullScreen } from './use-full-screen.ts'
import { VideoView } from './video-view.tsx'
import styles from './viewer-dialog.module.css'
import { keyRequest } from './viewer-keys.ts'
import { viewerTexts } from './viewer-texts.ts'
import { ViewerToolbar } from './viewer-toolbar.tsx'
import { stepZoom } from './zoom.ts'

const PdfReader = lazyComponent(async () => (await import('./pdf-reader.tsx')).PdfReader)

type ViewerProps = { request: DocumentRequest; titleId: string; onClose: () => void }

/** A document with its tools, from the asking for it on. */
export function Viewer({ request: { id, title, type }, titleId, onClose }: ViewerProps) {
  const { document: opened, lose, retry } = useDocument(id)
  const [zoom, setZoom] = useState(1)
  const [position, setPosition] = useState<PagePosition | null>(null)
  const [speed, setSpeed] = useState(1)
  const [isTroubled, setTroubled] = useState(false)
  const [note, setNote] = useState<string | null>(null)
  const pages = useRef<PdfControls>(null)
  const screen = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(screen)
  const watermark = useProfile()?.email ?? null
  const maySave = useAccess() === 'premium' && type === 'pdf'

  const view = opened.step === 'ready' ? viewOf(opened.ticket) : null
  const isOpen = view === 'pdf' && position !== null
  const fit = () => setZoom(pages.current?.fittingZoom() ?? 1)
  // The place is kept at once: a document that is lost before the pages have moved goes on there.
  const goTo = (page: number) => {
    setPosition((before) => before && { ...before, page })
    pages.current?.goTo(page)
  }
  const onLost = useCallback(
    (error: unknown) => {
      if (!(error instanceof DocumentReplaced)) return lose(error)
      setNote(viewerTexts.replaced)
      retry()
    },
    [lose, retry],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const asked = isOpen ? keyRequest(event) : null
    if (asked === 'scroll' && !pages.current?.scroll(event.key)) return
    if (asked !== null) event.preventDefault()
    if (asked === 'zoomIn') setZoom(stepZoom(zoom, 1))
    else if (asked === 'zoomOut') setZoom(stepZoom(zoom, -1))
    else if (asked === 'fit') fit()
    else if (asked === 'print') pages.current?.print()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts for what the toolbar's buttons do
    <div
      ref={screen}
      className={styles.viewer}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      {fullScreen.isBare ? (
        <div className={styles.leave}>
          <IconButton label="Quitter le plein écran" onClick={fullScreen.toggle}>
            <Minimize aria-hidden="true" />
          </IconButton>
        </div>
      ) : (
        <ViewerToolbar
          title={title}
          titleId={titleId}
          weight={opened.step === 'ready' ? weightText(opened.ticket) : ''}
          onClose={onClose}
          fullScreen={fullScreen}
        >
          {type === 'pdf' && view !== 'frame' && (
            <PdfTools
              position={position}
              zoom={zoom}
              onPage={goTo}
              saved={maySave ? id : null}
              {...(isOpen && {
                onZoom: setZoom,
                onFit: fit,
                onPrint: () => pages.current?.print(),
              })}
            />
          )}
          {view === 'video' && <SpeedField speed={speed} onSpeed={setSpeed} />}
        </ViewerToolbar>
      )}
      {content()}
      <FlowStrip trouble={isTroubled} note={note} />
    </div>
  )

  function content() {
    switch (opened.step) {
      case 'invalid':
        return <MessageBox text={INVALID_ID} />
      case 'loading':
        return <Spinner label={type === 'pdf' ? viewerTexts.loadingPdf : viewerTexts.loadingVideo} />
      case 'failed':
        return <FailureBox error={opened.error} onRetry={retry} onClose={onClose} />
      case 'ready': {
        const { ticket, tickets } = opened
        const shared = { tickets, watermark, onTrouble: setTroubled, onLost }
        if (view === 'frame')
          return <DriveView key={ticket.url} ticket={ticket} tickets={tickets} onRetry={retry} />
        if (view === 'video')
          return (
            <VideoView
              {...shared}
              key={ticket.url}
              id={id}
              ticket={ticket}
              speed={speed}
              onSpeed={setSpeed}
              onNote={setNote}
            />
          )
        return (
          <Suspense fallback={<Spinner label={viewerTexts.loadingPdf} />}>
            <PdfReader
              {...shared}
              key={ticket.url}
              zoom={zoom}
              firstPage={position?.page ?? 1}
              controls={pages}
              onZoom={setZoom}
              onPosition={setPosition}
            />
          </Suspense>
        )
      }
    }
  }
}

/** Drive and YouTube bring their own players; everything else is ours. */
function viewOf({ mode, type }: Ticket): 'frame' | 'video' | 'pdf' {
  return mode === 'stream' ? type : 'frame'
}
