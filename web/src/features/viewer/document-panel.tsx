import { ZoomIn, ZoomOut } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { useProfile } from '#web/lib/auth/auth-state.ts'
import { comingSoonTexts, documentFailureText } from '#web/lib/documents/document-texts.ts'
import { LazyBoundary, lazyComponent } from '#web/lib/loading/lazy-component.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/status.tsx'
import { DriveView } from './drive-view.tsx'
import type { PagePosition, PagesControls } from './pages/pages-view.tsx'
import { MAX_ZOOM, MIN_ZOOM, stepZoom } from './pages/zoom.ts'
import { useDocument } from './use-document.ts'
import styles from './viewer.module.css'
import { FailureMessage, KeptPdf, Message, ReaderFailure, viewerTexts } from './viewer-messages.tsx'

const PagesReader = lazyComponent(async () => (await import('./pages/pages-reader.tsx')).PagesReader)

type DocumentPanelProps = {
  id: string
  /** Called with the page that is being read, each time it changes. */
  onPage: (page: number) => void
}

export const DocumentPanel = withQueries(function DocumentPanel({ id, onPage }: DocumentPanelProps) {
  const { document: state, onFailure, retry } = useDocument(id, ignore)
  const watermark = useProfile()?.email ?? null
  const [zoom, setZoom] = useState(1)
  const [position, setPosition] = useState<PagePosition | null>(null)
  const controls = useRef<PagesControls>(null)
  const onPosition = useCallback(
    (next: PagePosition) => {
      setPosition(next)
      onPage(next.page)
    },
    [onPage],
  )
  switch (state.step) {
    case 'invalid':
      return <Message text="Ce document n'existe pas." />
    case 'loading':
      return <Spinner label={viewerTexts.loadingPdf} />
    case 'announced':
      return <Message kind="info" text={comingSoonTexts.pdf} />
    case 'preparing':
      return <Message kind="info" text={documentFailureText(state.error)} />
    case 'keptPdf':
      return <KeptPdf file={state.file} />
    case 'failed':
      return <FailureMessage error={state.error} onRetry={retry} onLeave={ignore} />
    case 'ready': {
      const { opened } = state
      if (opened.kind === 'file')
        return <DriveView key={opened.ticket.url} {...opened} onFailure={onFailure} />
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
          <LazyBoundary fallback={<Spinner label={viewerTexts.loadingPdf} />} renderFailure={ReaderFailure}>
            <PagesReader
              {...{ id, zoom, watermark, controls, onPosition, onFailure }}
              key={opened.ticket.version}
              document={opened.document}
              only={null}
              target={null}
              page={position?.page ?? 1}
              findRequest={0}
              hasPanel={false}
              onFindClose={ignore}
              onPage={(page) => controls.current?.goTo(page)}
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
