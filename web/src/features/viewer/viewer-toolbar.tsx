import { Download, Maximize, Minimize, X, ZoomIn, ZoomOut } from 'lucide-react'
import type { RefObject } from 'react'
import { useSaveDocument } from '#web/lib/documents/use-save-document.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Wheel } from '#web/ui/spinner.tsx'
import type { PagePosition } from './pdf-view.tsx'
import { useFullScreen } from './use-full-screen.ts'
import styles from './viewer-toolbar.module.css'
import { stepZoom, ZOOM_STEPS } from './zoom.ts'

/** `onChange` is missing while there is nothing to zoom yet. */
type Zoom = { value: number; onChange: ((zoom: number) => void) | undefined }

type ViewerToolbarProps = {
  title: string
  titleId: string
  onClose: () => void
  /** The document that may be saved, once its ticket is there. */
  save?: { id: string; isReady: boolean } | undefined
  zoom?: Zoom | undefined
  position?: PagePosition | null
  screen?: RefObject<HTMLElement | null>
}

/** Title, page count and what can be done with the document. */
export function ViewerToolbar({ title, titleId, onClose, save, zoom, position, screen }: ViewerToolbarProps) {
  return (
    <div className={styles.toolbar}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <p className={styles.position}>
        {position && (
          <>
            <span className="visually-hidden">Page </span>
            {position.page} / {position.count}
          </>
        )}
      </p>
      <div className={styles.tools}>
        {zoom && <ZoomButtons zoom={zoom} />}
        {save && <SaveButton {...save} />}
        {screen && <FullScreenButton screen={screen} />}
        <IconButton label="Fermer" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}

function ZoomButtons({ zoom: { value, onChange } }: { zoom: Zoom }) {
  return (
    <>
      <IconButton
        label="Zoom arrière"
        disabled={!onChange || value === ZOOM_STEPS[0]}
        onClick={() => onChange?.(stepZoom(value, -1))}
      >
        <ZoomOut aria-hidden="true" />
      </IconButton>
      <IconButton
        label="Zoom avant"
        disabled={!onChange || value === ZOOM_STEPS.at(-1)}
        onClick={() => onChange?.(stepZoom(value, 1))}
      >
        <ZoomIn aria-hidden="true" />
      </IconButton>
    </>
  )
}

function SaveButton({ id, isReady }: { id: string; isReady: boolean }) {
  const { mutate: save, isPending } = useSaveDocument(id)
  return (
    <IconButton label="Télécharger" disabled={!isReady || isPending} onClick={() => save()}>
      {isPending ? <Wheel /> : <Download aria-hidden="true" />}
    </IconButton>
  )
}

function FullScreenButton({ screen }: { screen: RefObject<HTMLElement | null> }) {
  const fullScreen = useFullScreen(screen)
  if (!fullScreen.isPossible) return null
  return (
    <IconButton
      label={fullScreen.isOn ? 'Quitter le plein écran' : 'Plein écran'}
      onClick={fullScreen.toggle}
    >
      {fullScreen.isOn ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
    </IconButton>
  )
}
