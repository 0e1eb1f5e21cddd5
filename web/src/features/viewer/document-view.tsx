import {
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useAccess, useProfile } from '#web/lib/auth/auth-state.ts'
import { sizeText } from '#web/lib/documents/document-labels.ts'
import type { DocumentRequest } from '#web/lib/documents/open-document.ts'
import type { FirstTicket } from '#web/lib/documents/tickets.ts'
import { LazyBoundary, lazyComponent, optionalComponent } from '#web/lib/loading/lazy-component.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { Spinner, ToastRegion } from '#web/ui/status.tsx'
import { QuestionTool } from './document-tools.tsx'
import { keyAction } from './keyboard.ts'
import type { ExerciseTarget } from './pages/exercise-place.ts'
import type { PagesControls } from './pages/pages-view.tsx'
import { stepZoom } from './pages/zoom.ts'
import { type Opened, type PagePosition, type PageRange, useDocument } from './use-document.ts'
import styles from './viewer.module.css'
import {
  ClosedDocument,
  loadingTexts,
  ReaderFailure,
  ViewerNetworkLine,
  ViewerNote,
  viewerTexts,
} from './viewer-messages.tsx'
import { PdfTools, ReportButton, SpeedField, ViewerToolbar } from './viewer-toolbar.tsx'
import type { FullScreen } from './viewer-window.ts'

const ReportDialog = lazyDialog(async () => (await import('./report-dialog.tsx')).ReportDialog)
const DriveLink = optionalComponent(async () => (await import('./drive-view.tsx')).DriveLink)
const DriveView = lazyComponent(async () => (await import('./drive-view.tsx')).DriveView)
const VideoView = lazyComponent(async () => (await import('./video-view.tsx')).VideoView)
const PagesReader = lazyComponent(async () => (await import('./pages/pages-reader.tsx')).PagesReader)

/** The window has room for the panel beside the pages; the same width as in pages-panel.module.css. */
const WIDE = '(min-width: 45.0625rem)'

/** A page, or a second of a video. Each new object moves the document to it again. */
export type Start = { at: number }

export type DocumentViewProps = {
  request: Pick<DocumentRequest, 'id' | 'title' | 'type'>
  start: Start | undefined
  /** The only pages that are shown; null for all. */
  only: PageRange | null
  /** The exercise that is practised, at which its pages open; null for none. */
  target: ExerciseTarget | null
  firstTicket: FirstTicket | null
  /** False while another document is shown in its place. */
  isShown: boolean
  titleId: string | undefined
  fullScreen: FullScreen
  tool: ReactNode
  /** Returns the foot of the document, by the page that is read. */
  foot: (page: number | null) => ReactNode
  /** Returns the exercise that is read on a page, by its number. */
  exerciseOn: (page: number | null) => number | undefined
  /** Called when a document is shown, with its page if it has any. */
  onRead: (id: string, page: number | null) => void
  onClose: () => void
  /** Called when a link to another page was followed. */
  onLeave: () => void
}

export function DocumentView(props: DocumentViewProps) {
  const { request, start, only, target, firstTicket, isShown, titleId, fullScreen, tool, foot } = props
  const { exerciseOn, onRead, onClose, onLeave } = props
  const { id, title, type } = request
  const [note, setNote] = useState<string | null>(null)
  const onReplaced = useCallback(() => setNote(viewerTexts.replaced), [])
  const { document: state, onFailure, retry } = useDocument(id, onReplaced, firstTicket)
  const [zoom, setZoom] = useState(1)
  const [position, setPosition] = useState<PagePosition | null>(null)
  const [speed, setSpeed] = useState(1)
  const [isDelayed, setDelayed] = useState(false)
  const [findRequest, setFindRequest] = useState(0)
  const [hasPanel, setPanel] = useState(false)
  const pages = useRef<PagesControls>(null)
  const area = useRef<HTMLDivElement>(null)
  const watermark = useProfile()?.email ?? null
  const [isReporting, setReporting] = useState(false)
  const onReport = watermark === null ? null : () => setReporting(true)
  const question = <QuestionTool id={id} title={title} exercise={exerciseOn(position?.page ?? null)} />
  const maySave = useAccess() === 'premium' && type === 'pdf'

  const opened = state.step === 'ready' ? state.opened : null
  const view = opened && viewOf(opened.ticket)
  useEffect(() => {
    if (!isShown) area.current?.querySelector('video')?.pause()
  }, [isShown])
  const onPosition = useCallback(
    (next: PagePosition) => {
      setPosition(next)
      onRead(id, next.page)
    },
    [id, onRead],
  )
  useEffect(() => {
    if (view === 'video' || view === 'frame') onRead(id, null)
  }, [view, id, onRead])
  const hasPages = view === 'pages' && position !== null
  const fit = () => setZoom(pages.current?.fittingZoom() ?? 1)
  // Stored at once: a document that fails before it has scrolled opens at this page again.
  const goTo = (wanted: number) => {
    const page = only ? Math.min(Math.max(wanted, only.from), only.until) : wanted
    setPosition((before) => before && { ...before, page })
    pages.current?.goTo(page)
  }
  const [movedBy, setMovedBy] = useState(start)
  if (start !== movedBy) {
    setMovedBy(start)
    if (start) setPosition((before) => before && { ...before, page: Math.min(start.at, before.count) })
  }
  // Before the pages move on to an exercise.
  useLayoutEffect(() => {
    if (start) pages.current?.goTo(start.at)
  }, [start])
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
      // The first Escape closes the search, and only the next one the viewer.
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
      ref={area}
      className={styles.viewer}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      <ViewerToolbar
        {...{ title, titleId, onClose, fullScreen, tool }}
        size={opened ? sizeText(opened.ticket) : ''}
      >
        {type === 'pdf' && view !== 'frame' && (
          <PdfTools
            {...{ position, zoom, hasPanel, onReport }}
            isReady={hasPages}
            onPage={goTo}
            onZoom={setZoom}
            onFit={fit}
            onFind={openFind}
            onPanel={() => setPanel(!hasPanel)}
            onPrint={() => pages.current?.print()}
            savedId={maySave ? id : null}
          >
            {question}
          </PdfTools>
        )}
        {view === 'video' && <SpeedField speed={speed} onSpeed={setSpeed} />}
        {(view === 'video' || view === 'frame') && question}
        {(view === 'video' || view === 'frame') && onReport && <ReportButton onReport={onReport} />}
      </ViewerToolbar>
      {isShown && <ViewerNetworkLine isDelayed={isDelayed} />}
      {content()}
      <div className={styles.foot}>
        {isShown && <ViewerNote note={note} />}
        {foot(position?.page ?? null)}
      </div>
      {isShown && (
        <>
          {isReporting && (
            <ReportDialog documentId={id} page={position?.page ?? null} onClose={() => setReporting(false)} />
          )}
          {/* The page's own toast region lies under the dialog. */}
          <ToastRegion />
        </>
      )}
    </div>
  )

  function content() {
    if (state.step === 'ready')
      return (
        <LazyBoundary fallback={<Spinner label={loadingTexts[type]} />} renderFailure={ReaderFailure}>
          {state.opened.kind === 'file' ? player(state.opened) : reader(state.opened)}
        </LazyBoundary>
      )
    const left = state.step === 'failed' ? state.opened : null
    return (
      <ClosedDocument state={state} type={type} onRetry={retry} onLeave={onLeave}>
        {left?.kind === 'file' && left.ticket.mode === 'embed' && (
          <Suspense>
            <DriveLink {...left} />
          </Suspense>
        )}
      </ClosedDocument>
    )
  }

  function player({ ticket, tickets }: Extract<Opened, { kind: 'file' }>) {
    // A player of another site cannot be paused.
    if (view === 'frame' && type === 'video' && !isShown) return null
    if (view === 'frame')
      return <DriveView key={ticket.url} ticket={ticket} tickets={tickets} onFailure={onFailure} />
    return (
      <VideoView
        {...{ id, ticket, tickets, start, speed, watermark, onFailure }}
        key={ticket.url}
        onSpeed={setSpeed}
        onNote={setNote}
        onDelay={setDelayed}
      />
    )
  }

  function reader({ ticket, document }: Extract<Opened, { kind: 'pages' }>) {
    return (
      <PagesReader
        {...{ id, document, only, target, zoom, watermark, findRequest, hasPanel, onPosition, onFailure }}
        key={ticket.version}
        page={position?.page ?? start?.at ?? 1}
        controls={pages}
        onFindClose={closeFind}
        onPage={goToFromPanel}
        onZoom={setZoom}
        onDelay={setDelayed}
      />
    )
  }
}

/** Drive and YouTube have their own players; everything else is shown here. */
function viewOf({ mode }: Opened['ticket']): 'frame' | 'video' | 'pages' {
  if (mode === 'pages') return 'pages'
  return mode === 'stream' ? 'video' : 'frame'
}
