import { ZoomIn, ZoomOut } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { useProfile } from '#web/lib/auth/use-auth.ts'
import { comingSoonTexts } from '#web/lib/documents/document-texts.ts'
import { LazyBoundary } from '#web/lib/loading/error-boundary.tsx'
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { DriveView } from './drive-view.tsx'
import type { PagePosition, PdfControls } from './pdf/pdf-view.tsx'
import { MAX_ZOOM, MIN_ZOOM, stepZoom } from './pdf/zoom.ts'
import { useDocument } from './use-document.ts'
import styles from './viewer.module.css'
import { FailureMessage, Message, ReaderFailure, viewerTexts } from './viewer-messages.tsx'

const PdfReader = lazyComponent(async () => (await import('./pdf/pdf-reader.tsx')).PdfReader)

type DocumentPanelProps = {
  id: string
  /** Called with the page that is being read, each time it changes. */
  onPage: (page: number) => void
}

/** A PDF within a page of the site, without the tools of the viewer. */
export const DocumentPanel = withQueries(function DocumentPanel({ id, onPage }: DocumentPanelProps) {
  const { document: opened, onFailure, retry } = useDocument(id, ignore)
  const watermark = useProfile()?.email ?? null
  const [zoom, setZoom] = useState(1)
  const [position, setPosition] = useState<PagePosition | null>(null)
  const controls = useRef<PdfControls>(null)
  const onPosition = useCallback(
    (next: PagePosition) => {
      setPosition(next)
      onPage(next.page)
    },
    [onPage],
  )
  switch (opened.step) {
    case 'invalid':
      return <Message text="Ce document n'existe pas." />
    case 'loading':
      return <Spinner label={viewerTexts.loadingPdf} />
    case 'announced':
      return <Message kind="info" text={comingSoonTexts.pdf} />
    case 'failed':
      return <FailureMessage error={opened.error} onRetry={retry} onLeave={ignore} />
    case 'ready': {
      const { ticket, tickets, bytes, interruption } = opened
      if (ticket.mode !== 'stream')
        return <DriveView key={ticket.url} ticket={ticket} tickets={tickets} onFailure={onFailure} />
      return (
        <div className={styles.viewer}>
          <div className={styles.panelBar}>
            <p>{position && `Page ${position.page} sur ${position.count}`}</p>
            <IconButton
              label="Zoom arrière"
              disabled={zoom <= MIN_ZOOM}
              onClick={() => setZoom(stepZoom(zoom, -1))}
            >
              <ZoomOut size={18} aria-hidden="true" />
            </IconButton>
            <IconButton
              label="Zoom avant"
              disabled={zoom >= MAX_ZOOM}
              onClick={() => setZoom(stepZoom(zoom, 1))}
            >
              <ZoomIn size={18} aria-hidden="true" />
            </IconButton>
          </div>
          {interruption !== null && <FailureMessage error={interruption} onRetry={retry} onLeave={ignore} />}
          <LazyBoundary fallback={<Spinner label={viewerTexts.loadingPdf} />} renderFailure={ReaderFailure}>
            <PdfReader
              key={ticket.url}
              {...{ id, bytes, zoom, watermark, controls, onPosition, onFailure }}
              size={ticket.size}
              only={null}
              page={position?.page ?? 1}
              findRequest={0}
              hasPanel={false}
              isInterrupted={interruption !== null}
              onFindClose={ignore}
              onPage={ignore}
              onZoom={setZoom}
              onDelay={ignore}
            />
          </LazyBoundary>
        </div>
      )
    }
  }
})

function ignore(): void {}
