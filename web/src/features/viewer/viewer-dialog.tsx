import { type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import type { Ticket } from '#shared/contract/files.ts'
import { useAccess, useProfile } from '#web/lib/auth/use-auth.ts'
import { comingSoonTexts } from '#web/lib/documents/document-texts.ts'
import type { DocumentRequest } from '#web/lib/documents/open-document.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { FrameView } from './frame-view.tsx'
import type { PagePosition } from './pdf-view.tsx'
import { useTicket } from './use-ticket.ts'
import { VideoView } from './video-view.tsx'
import styles from './viewer-dialog.module.css'
import { ViewerToolbar } from './viewer-toolbar.tsx'
import { stepZoom } from './zoom.ts'

const PdfView = lazy(async () => ({ default: (await import('./pdf-view.tsx')).PdfView }))

type ViewerDialogProps = { request: DocumentRequest; onClose: () => void }

/** A document over the whole window. */
export function ViewerDialog({ request, onClose }: ViewerDialogProps) {
  const titleId = useId()
  return (
    <Modal labelledBy={titleId} onClose={onClose} screen>
      {request.available ? (
        <Viewer request={request} titleId={titleId} onClose={onClose} />
      ) : (
        <div className={styles.viewer}>
          <ViewerToolbar title={request.title} titleId={titleId} onClose={onClose} />
          <div className={styles.message}>
            <Alert kind="info">
              <p>{comingSoonTexts[request.type]}</p>
            </Alert>
          </div>
        </div>
      )}
    </Modal>
  )
}

type ViewerProps = ViewerDialogProps & { titleId: string }

function Viewer({ request: { id, title, type }, titleId, onClose }: ViewerProps) {
  const { state, onBroken, retry } = useTicket(id)
  const [zoom, setZoom] = useState(1)
  const [position, setPosition] = useState<PagePosition | null>(null)
  const screen = useRef<HTMLDivElement>(null)
  const maySave = useAccess() === 'premium' && type === 'pdf'
  const isPdf = state.step === 'ready' && viewOf(state.ticket) === 'pdf'
  // The tools are there before the document is, so that the bar does not jump.
  const mayZoom = type === 'pdf' && (isPdf || state.step !== 'ready')

  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (isPdf && (key === '+' || key === '-')) setZoom(stepZoom(zoom, key === '+' ? 1 : -1))
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
        onClose={onClose}
        save={maySave ? { id, isReady: state.step === 'ready' } : undefined}
        zoom={mayZoom ? { value: zoom, onChange: isPdf ? setZoom : undefined } : undefined}
        position={position}
        screen={screen}
      />
      {state.step === 'loading' && <Spinner label="Chargement du document..." />}
      {state.step === 'failed' && (
        <div className={styles.message}>
          <Alert kind="error">
            <p>{state.text}</p>
            {state.ticket?.mode === 'embed' && <DriveLink ticket={state.ticket} />}
            <Button variant="secondary" onClick={retry}>
              Réessayer
            </Button>
          </Alert>
        </div>
      )}
      {state.step === 'ready' && (
        <Content ticket={state.ticket} zoom={zoom} onPosition={setPosition} onBroken={onBroken} />
      )}
    </div>
  )
}

type ContentProps = {
  ticket: Ticket
  zoom: number
  onPosition: (position: PagePosition) => void
  onBroken: () => void
}

function Content({ ticket, zoom, onPosition, onBroken }: ContentProps) {
  const email = useProfile()?.email ?? null
  switch (viewOf(ticket)) {
    case 'frame':
      return (
        <>
          <FrameView url={ticket.url} title={ticket.title} />
          {ticket.mode === 'embed' && (
            <p className={styles.below}>
              <DriveLink ticket={ticket} />
            </p>
          )}
        </>
      )
    case 'video':
      return <VideoView url={ticket.url} title={ticket.title} watermark={email} onBroken={onBroken} />
    case 'pdf':
      return (
        <Suspense fallback={<Spinner label="Chargement du document..." />}>
          <PdfView
            url={ticket.url}
            zoom={zoom}
            watermark={email}
            onPosition={onPosition}
            onBroken={onBroken}
          />
        </Suspense>
      )
  }
}

/** Drive and YouTube bring their own players; everything else is ours. */
function viewOf({ mode, type }: Ticket): 'frame' | 'video' | 'pdf' {
  return mode === 'stream' ? type : 'frame'
}

function DriveLink({ ticket }: { ticket: Ticket }) {
  return (
    <a href={ticket.url} target="_blank" rel="noopener noreferrer">
      Ouvrir dans Google Drive
    </a>
  )
}
