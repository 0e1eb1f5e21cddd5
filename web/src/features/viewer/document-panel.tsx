import { ZoomIn, ZoomOut } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { useProfile } from '#web/lib/auth/auth-state.ts'
import { LazyBoundary, lazyComponent } from '#web/lib/loading/lazy-component.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/status.tsx'
import { DriveView } from './drive-view.tsx'
import type { PagesControls } from './pages/pages-view.tsx'
import { MAX_ZOOM, MIN_ZOOM, stepZoom } from './pages/zoom.ts'
import { type PagePosition, useDocument } from './use-document.ts'
import styles from './viewer.module.css'
import { ClosedDocument, loadingTexts, ReaderFailure } from './viewer-messages.tsx'

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
  if (state.step !== 'ready')
    return <ClosedDocument state={state} type="pdf" onRetry={retry} onLeave={ignore} />
  const { opened } = state
  if (opened.kind === 'file') return <DriveView key={opened.ticket.url} {...opened} onFailure={onFailure} />
  return (
    <div className={styles.viewer}>
      <div className={styles.panelBar}>
        <p>{position && `Page ${position.page} sur ${position.count}`}</p>
        <IconButton
          label="Zoom arrière"
          Icon={ZoomOut}
          disabled={zoom <= MIN_ZOOM}
          onClick={() => setZoom(stepZoom(zoom, -1))}
        />
        <IconButton
          label="Zoom avant"
          Icon={ZoomIn}
          disabled={zoom >= MAX_ZOOM}
          onClick={() => setZoom(stepZoom(zoom, 1))}
        />
      </div>
      <LazyBoundary fallback={<Spinner label={loadingTexts.pdf} />} renderFailure={ReaderFailure}>
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
})

function ignore(): void {}
