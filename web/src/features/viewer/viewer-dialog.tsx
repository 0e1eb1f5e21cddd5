import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { Ticket } from '#shared/contract/files.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { useAccess, useProfile } from '#web/lib/auth/use-auth.ts'
import { comingSoonTexts, INVALID_ID } from '#web/lib/documents/document-texts.ts'
import {
  type DocumentPart,
  type DocumentRequest,
  type DocumentViewerProps,
  isLocked,
  sizeText,
} from '#web/lib/documents/open-document.ts'
import type { FirstTicket } from '#web/lib/documents/tickets.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Modal } from '#web/ui/dialog.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import { DriveLink, DriveView } from './drive-view.tsx'
import { ExerciseBar } from './exercise-bar.tsx'
import { exerciseAt, partOf, startOf, useExercises } from './exercises.ts'
import { keyAction, partIndex } from './keyboard.ts'
import { PartSwitch } from './part-switch.tsx'
import type { PagePosition, PdfControls } from './pdf-view.tsx'
import { useDocument } from './use-document.ts'
import { VideoView } from './video-view.tsx'
import styles from './viewer.module.css'
import { useViewerHistory } from './viewer-history.ts'
import { FailureMessage, Message, PremiumMessage, ViewerStatus, viewerTexts } from './viewer-messages.tsx'
import { PdfTools, ReportButton, SpeedField, ViewerToolbar } from './viewer-toolbar.tsx'
import { stepZoom } from './zoom.ts'

const ReportDialog = lazyComponent(async () => (await import('./report-dialog.tsx')).ReportDialog)
const PdfReader = lazyComponent(async () => (await import('./pdf-reader.tsx')).PdfReader)

type ViewerDialogProps = DocumentViewerProps & { firstTicket?: FirstTicket | null }

/** A document over the whole window, or several that belong together and each keep their place. */
export const ViewerDialog = withQueries(function ViewerDialog({
  request,
  firstTicket = null,
  onClose,
  tool,
  aside,
}: ViewerDialogProps) {
  const titleId = useId()
  const screen = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(screen)
  const { id: firstId, parts = [], page: firstPage = null } = request
  const [shownId, setShownId] = useState(firstId)
  const [openedIds, setOpenedIds] = useState<readonly string[]>([firstId])
  const [starts, setStarts] = useState<Readonly<Record<string, Start>>>(
    firstPage === null ? {} : { [firstId]: { at: firstPage } },
  )
  const [chosen, setChosen] = useState(request.exercise ?? null)
  const [isRead, setRead] = useState(false)
  const pagesRead = useRef(new Map<string, number>())
  const onRead = useCallback((id: string, page: number | null) => {
    if (page !== null) pagesRead.current.set(id, page)
    setRead(true)
  }, [])
  const startAt = (id: string, at: number | null) => {
    if (at !== null) setStarts((before) => ({ ...before, [id]: { at } }))
  }
  const open = (id: string) => {
    setShownId(id)
    setOpenedIds((before) => (before.includes(id) ? before : [...before, id]))
  }
  const history = useViewerHistory(
    firstId,
    ({ id, page }) => {
      open(id)
      // A document that was not moved meanwhile keeps its exact place.
      if (page !== pagesRead.current.get(id)) startAt(id, page)
    },
    onClose,
  )
  const show = (id: string) => {
    if (id === shownId) return
    history.push(id, pagesRead.current.get(shownId) ?? null)
    open(id)
  }
  const exercises = useExercises(firstId, isRead)
  const barOf = (document: { id: string }) => (page: number | null) => {
    const part = partOf(document.id)
    const current = part && exerciseAt(exercises, part, page, chosen)
    if (!current) return null
    return (
      <ExerciseBar
        exercises={exercises}
        current={current}
        part={part}
        parts={parts.flatMap(({ id }) => partOf(id) ?? [])}
        onChoose={(exercise) => {
          setChosen(exercise.number)
          startAt(document.id, startOf(exercise, part))
        }}
        onPart={(other, exercise) => {
          const id = parts.find((each) => partOf(each.id) === other)?.id
          if (id === undefined) return
          setChosen(exercise.number)
          show(id)
          startAt(id, startOf(exercise, other))
        }}
      />
    )
  }
  const focusedId = useRef(firstId)
  useEffect(() => {
    // Each document has a toolbar of its own: the button that was pressed is in the one before.
    if (focusedId.current !== shownId)
      findShown(screen.current, `[role=group] [aria-pressed=true]`)?.focus({ preventScroll: true })
    focusedId.current = shownId
  }, [shownId])
  const onKeyDown = (event: KeyboardEvent) => {
    const part = parts.length > 1 ? parts[partIndex(event)] : undefined
    if (part) show(part.id)
  }
  const opened = parts.length > 1 ? parts.filter(({ id }) => openedIds.includes(id)) : [request]
  return (
    <Modal labelledBy={titleId} onClose={history.close} screen split={aside !== undefined}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts for the buttons of the switch */}
      <div ref={screen} className={styles.layers} onKeyDown={onKeyDown}>
        {opened.map((document) => {
          const isShown = document.id === shownId
          return (
            <div
              key={document.id}
              inert={!isShown}
              // Hidden in its size, so that it keeps its place.
              className={classNames(styles.layer, !isShown && styles.away)}
            >
              <PartViewer
                document={document}
                firstTicket={firstTicket}
                isShown={isShown}
                titleId={isShown ? titleId : undefined}
                fullScreen={fullScreen}
                start={starts[document.id]}
                onRead={onRead}
                onClose={history.close}
                onLeave={onClose}
                bar={barOf(document)}
                parts={
                  tool ?? (parts.length > 1 && <PartSwitch parts={parts} shownId={shownId} onShow={show} />)
                }
              />
            </div>
          )
        })}
      </div>
      {aside}
    </Modal>
  )
})

/** What a selector finds in the document that is shown. */
function findShown(screen: HTMLElement | null, selector: string) {
  return screen?.querySelector<HTMLElement>(`:scope > :not([inert]) ${selector}`)
}

type PartViewerProps = Omit<ViewerProps, 'request'> & { document: DocumentRequest | DocumentPart }

/** A document, or why it cannot be opened; what is known to be refused is not asked for. */
function PartViewer({ document, ...rest }: PartViewerProps) {
  const access = useAccess()
  const isRefused = isLocked(document, access)
  if (document.available && !isRefused) return <Viewer request={document} {...rest} />
  const { titleId, parts, bar, onClose, onLeave } = rest
  return (
    <div className={styles.viewer}>
      <ViewerToolbar title={document.title} titleId={titleId} parts={parts} onClose={onClose} />
      {isRefused ? (
        <PremiumMessage isVisitor={access === 'visitor'} onLeave={onLeave} />
      ) : (
        <Message kind="info" text={comingSoonTexts[document.type]} />
      )}
      <div className={styles.foot}>{bar(null)}</div>
    </div>
  )
}

/** A window with room for the panel beside the pages; as in pages-panel.module.css. */
const WIDE = '(min-width: 45.0625rem)'

/** Where a document is opened, or moved to: a page, or a second of a video. A new object moves it again. */
export type Start = { at: number }

type ViewerProps = {
  request: Pick<DocumentRequest, 'id' | 'title' | 'type'>
  start: Start | undefined
  firstTicket: FirstTicket | null
  /** False while another document is shown in its place. */
  isShown: boolean
  titleId: string | undefined
  fullScreen: { isOn: boolean; toggle: () => void }
  /** The switch to other documents. */
  parts: ReactNode
  /** At the foot of the document, whose page is read. */
  bar: (page: number | null) => ReactNode
  /** A document is shown, at a page if it has any. */
  onRead: (id: string, page: number | null) => void
  onClose: () => void
  /** A link to another page was followed. */
  onLeave: () => void
}

function Viewer(props: ViewerProps) {
  const { request, start, firstTicket, isShown, titleId, fullScreen, parts, bar } = props
  const { onRead, onClose, onLeave } = props
  const { id, title, type } = request
  const [note, setNote] = useState<string | null>(null)
  const onReplaced = useCallback(() => setNote(viewerTexts.replaced), [])
  const { document: opened, onFailure, retry } = useDocument(id, onReplaced, firstTicket)
  const [zoom, setZoom] = useState(1)
  const [position, setPosition] = useState<PagePosition | null>(null)
  const [speed, setSpeed] = useState(1)
  const [isDelayed, setDelayed] = useState(false)
  const [findRequest, setFindRequest] = useState(0)
  const [hasPanel, setPanel] = useState(false)
  const pages = useRef<PdfControls>(null)
  const area = useRef<HTMLDivElement>(null)
  const watermark = useProfile()?.email ?? null
  const [isReporting, setReporting] = useState(false)
  const onReport = watermark === null ? null : () => setReporting(true)
  const maySave = useAccess() === 'premium' && type === 'pdf'

  const view = opened.step === 'ready' ? viewOf(opened.ticket) : null
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
  const hasPages = view === 'pdf' && position !== null
  const fit = () => setZoom(pages.current?.fittingZoom() ?? 1)
  // Stored at once: a document that fails before it has scrolled opens at this page again.
  const goTo = (page: number) => {
    setPosition((before) => before && { ...before, page })
    pages.current?.goTo(page)
  }
  const [movedBy, setMovedBy] = useState(start)
  if (start !== movedBy) {
    setMovedBy(start)
    if (start) setPosition((before) => before && { ...before, page: Math.min(start.at, before.count) })
  }
  useEffect(() => {
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
      ref={area}
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
        parts={parts}
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
            onReport={onReport}
          />
        )}
        {view === 'video' && <SpeedField speed={speed} onSpeed={setSpeed} />}
        {(view === 'video' || view === 'frame') && onReport && <ReportButton onReport={onReport} />}
      </ViewerToolbar>
      {content()}
      {bar(position?.page ?? null)}
      {isShown && (
        <>
          {isReporting && (
            <LazyDialog onClose={() => setReporting(false)}>
              <ReportDialog
                documentId={id}
                page={position?.page ?? null}
                onClose={() => setReporting(false)}
              />
            </LazyDialog>
          )}
          <ViewerStatus isDelayed={isDelayed} note={note} />
          {/* The page's own region lies under the dialog. */}
          <ToastRegion />
        </>
      )}
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
          <FailureMessage error={opened.error} onRetry={retry} onLeave={onLeave}>
            {opened.opened?.ticket.mode === 'embed' && <DriveLink {...opened.opened} />}
          </FailureMessage>
        )
      case 'ready': {
        const { ticket, tickets, interruption } = opened
        const shared = { tickets, watermark, onDelay: setDelayed, onFailure }
        // A foreign player cannot be paused.
        if (view === 'frame' && type === 'video' && !isShown) return null
        if (view === 'frame')
          return <DriveView key={ticket.url} ticket={ticket} tickets={tickets} onFailure={onFailure} />
        if (view === 'video')
          return (
            <VideoView
              {...shared}
              key={ticket.url}
              id={id}
              ticket={ticket}
              start={start}
              speed={speed}
              onSpeed={setSpeed}
              onNote={setNote}
            />
          )
        return (
          <>
            {interruption !== null && (
              <FailureMessage error={interruption} onRetry={retry} onLeave={onLeave} />
            )}
            <Suspense fallback={<Spinner label={viewerTexts.loadingPdf} />}>
              <PdfReader
                {...shared}
                id={id}
                key={ticket.url}
                size={ticket.size}
                zoom={zoom}
                page={position?.page ?? start?.at ?? 1}
                controls={pages}
                findRequest={findRequest}
                hasPanel={hasPanel}
                isInterrupted={interruption !== null}
                onFindClose={closeFind}
                onPage={goToFromPanel}
                onZoom={setZoom}
                onPosition={onPosition}
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
    const video = findShown(element.current, 'video') as PhoneVideo | null | undefined
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (document.fullscreenEnabled) void element.current?.requestFullscreen().catch(() => setBare(true))
    else if (video?.webkitEnterFullscreen) video.webkitEnterFullscreen()
    else setBare(!isBare)
  }
  return { isOn: isFull || isBare, toggle }
}
