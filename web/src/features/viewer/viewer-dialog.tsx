import {
  type KeyboardEvent,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { Ticket } from '#shared/contract/files.ts'
import { useAccess, useProfile } from '#web/lib/auth/use-auth.ts'
import { comingSoonTexts, INVALID_ID } from '#web/lib/documents/document-texts.ts'
import { type DocumentRequest, sizeText } from '#web/lib/documents/open-document.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { Modal } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import { DriveLink, DriveView } from './drive-view.tsx'
import { keyAction } from './keyboard.ts'
import type { PagePosition, PdfControls } from './pdf-view.tsx'
import { useDocument } from './use-document.ts'
import { VideoView } from './video-view.tsx'
import styles from './viewer.module.css'
import { FailureMessage, Message, ViewerStatus, viewerTexts } from './viewer-messages.tsx'
import { PdfTools, SpeedField, ViewerToolbar } from './viewer-toolbar.tsx'
import { stepZoom } from './zoom.ts'

const PdfReader = lazyComponent(async () => (await import('./pdf-reader.tsx')).PdfReader)

/** A document over the whole window. */
export function ViewerDialog({ request, onClose }: { request: DocumentRequest; onClose: () => void }) {
  const titleId = useId()
  return (
    <Modal labelledBy={titleId} onClose={onClose} screen>
      {request.available ? (
        <Viewer request={request} titleId={titleId} onClose={onClose} />
      ) : (
        <div className={styles.viewer}>
          <ViewerToolbar title={request.title} titleId={titleId} onClose={onClose} />
          <Message kind="info" text={comingSoonTexts[request.type]} />
        </div>
      )}
    </Modal>
  )
}

/** A window with room for the panel beside the pages; as in pages-panel.module.css. */
const WIDE = '(min-width: 45.0625rem)'

type ViewerProps = { request: DocumentRequest; titleId: string; onClose: () => void }

function Viewer({ request: { id, title, type }, titleId, onClose }: ViewerProps) {
  const [note, setNote] = useState<string | null>(null)
  const onReplaced = useCallback(() => setNote(viewerTexts.replaced), [])
  const { document: opened, onFailure, retry } = useDocument(id, onReplaced)
  const [zoom, setZoom] = useState(1)
  const [position, setPosition] = useState<PagePosition | null>(null)
  const [speed, setSpeed] = useState(1)
  const [isDelayed, setDelayed] = useState(false)
  const [findRequest, setFindRequest] = useState(0)
  const [hasPanel, setPanel] = useState(false)
  const pages = useRef<PdfControls>(null)
  const screen = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(screen)
  const watermark = useProfile()?.email ?? null
  const maySave = useAccess() === 'premium' && type === 'pdf'

  const view = opened.step === 'ready' ? viewOf(opened.ticket) : null
  const hasPages = view === 'pdf' && position !== null
  const fit = () => setZoom(pages.current?.fittingZoom() ?? 1)
  // Stored at once: a document that fails before it has scrolled opens at this page again.
  const goTo = (page: number) => {
    setPosition((before) => before && { ...before, page })
    pages.current?.goTo(page)
  }
  const openFind = () => setFindRequest((before) => before + 1)
  const closeFind = () => {
    setFindRequest(0)
    pages.current?.focus()
  }
  const goToFromPanel = (page: number) => {
    // On a phone the panel covers the pages.
    if (!window.matchMedia(WIDE).matches) setPanel(false)
    goTo(page)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && findRequest > 0) {
      // Closes the search and not yet the viewer.
      event.preventDefault()
      return closeFind()
    }
    const action = hasPages ? keyAction(event) : null
    if (action === 'scroll' && !pages.current?.scroll(event.key)) return
    if (action !== null) event.preventDefault()
    if (action === 'zoomIn') setZoom(stepZoom(zoom, 1))
    else if (action === 'zoomOut') setZoom(stepZoom(zoom, -1))
    else if (action === 'fit') fit()
    else if (action === 'find') openFind()
    else if (action === 'print') pages.current?.print()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts for what the toolbar's buttons do
    <div
      ref={screen}
      className={styles.viewer}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      <ViewerToolbar
        title={title}
        titleId={titleId}
        size={opened.step === 'ready' ? sizeText(opened.ticket) : ''}
        onClose={onClose}
        fullScreen={fullScreen}
      >
        {type === 'pdf' && view !== 'frame' && (
          <PdfTools
            position={position}
            zoom={zoom}
            hasPanel={hasPanel}
            isReady={hasPages}
            onPage={goTo}
            onZoom={setZoom}
            onFit={fit}
            onFind={openFind}
            onPanel={() => setPanel(!hasPanel)}
            onPrint={() => pages.current?.print()}
            savedId={maySave ? id : null}
          />
        )}
        {view === 'video' && <SpeedField speed={speed} onSpeed={setSpeed} />}
      </ViewerToolbar>
      {content()}
      <ViewerStatus isDelayed={isDelayed} note={note} />
      {/* The page's own region lies under the dialog. */}
      <ToastRegion />
    </div>
  )

  function content() {
    switch (opened.step) {
      case 'invalid':
        return <Message text={INVALID_ID} />
      case 'loading':
        return <Spinner label={type === 'pdf' ? viewerTexts.loadingPdf : viewerTexts.loadingVideo} />
      case 'failed':
        return (
          <FailureMessage error={opened.error} onRetry={retry} onClose={onClose}>
            {opened.opened?.ticket.mode === 'embed' && <DriveLink {...opened.opened} />}
          </FailureMessage>
        )
      case 'ready': {
        const { ticket, tickets, interruption } = opened
        const shared = { tickets, watermark, onDelay: setDelayed, onFailure }
        if (view === 'frame')
          return <DriveView key={ticket.url} ticket={ticket} tickets={tickets} onFailure={onFailure} />
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
          <>
            {interruption !== null && (
              <FailureMessage error={interruption} onRetry={retry} onClose={onClose} />
            )}
            <Suspense fallback={<Spinner label={viewerTexts.loadingPdf} />}>
              <PdfReader
                {...shared}
                id={id}
                key={ticket.url}
                zoom={zoom}
                page={position?.page ?? 1}
                controls={pages}
                findRequest={findRequest}
                hasPanel={hasPanel}
                isInterrupted={interruption !== null}
                onFindClose={closeFind}
                onPage={goToFromPanel}
                onZoom={setZoom}
                onPosition={setPosition}
              />
            </Suspense>
          </>
        )
      }
    }
  }
}

/** Drive and YouTube bring their own players; everything else is played here. */
function viewOf({ mode, type }: Ticket): 'frame' | 'video' | 'pdf' {
  return mode === 'stream' ? type : 'frame'
}

/** iPhones show only videos in full screen, by a method of their own. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** Full screen for an element. Where the browser has it for videos only, the toolbar alone changes (`isBare`). */
function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [isFull, setFull] = useState(false)
  const [isBare, setBare] = useState(false)
  useEffect(() => {
    const onChange = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [])

  const toggle = () => {
    const video = element.current?.querySelector<PhoneVideo>('video')
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (document.fullscreenEnabled) void element.current?.requestFullscreen().catch(() => setBare(true))
    else if (video?.webkitEnterFullscreen) video.webkitEnterFullscreen()
    else setBare(!isBare)
  }
  return { isOn: isFull || isBare, toggle }
}
