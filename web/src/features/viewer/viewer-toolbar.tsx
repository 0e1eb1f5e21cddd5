import { Download, Maximize, Minimize, X, ZoomIn, ZoomOut } from 'lucide-react'
import type { RefObject } from 'react'
import type { Ticket } from '#shared/contract/files.ts'
import { useAccess } from '#web/lib/auth/use-auth.ts'
import { useSaveDocument } from '#web/lib/documents/use-save-document.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Wheel } from '#web/ui/spinner.tsx'
import type { PagePosition } from './pdf-view.tsx'
import { useFullScreen } from './use-full-screen.ts'
import styles from './viewer-toolbar.module.css'
import { stepZoom, ZOOM_STEPS } from './zoom.ts'

type Zoom = { value: number; onChange: (zoom: number) => void }

type ViewerToolbarProps = {
  title: string
  titleId: string
  onClose: () => void
  document?: { id: string; ticket: Ticket } | undefined
  zoom?: Zoom | undefined
  position?: PagePosition | null
  screen?: RefObject<HTMLElement | null>
}

/** Title, page count and what can be done with the document. */
export function ViewerToolbar({
  title,
  titleId,
  onClose,
  document,
  zoom,
  position,
  screen,
}: ViewerToolbarProps) {
  const access = useAccess()
  const maySave = access === 'premium' && document?.ticket.type === 'pdf'
  return (
    <div className={styles.toolbar}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {position && (
        <p className={styles.position} aria-live="polite">
          <span className="visually-hidden">Page </span>
          {position.page} / {position.count}
        </p>
      )}
      <div className={styles.tools}>
        {zoom && <ZoomButtons zoom={zoom} />}
        {maySave && <SaveButton id={document.id} />}
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
        disabled={value === ZOOM_STEPS[0]}
        onClick={() => onChange(stepZoom(value, -1))}
      >
        <ZoomOut aria-hidden="true" />
      </IconButton>
      <IconButton
        label="Zoom avant"
        disabled={value === ZOOM_STEPS.at(-1)}
        onClick={() => onChange(stepZoom(value, 1))}
      >
        <ZoomIn aria-hidden="true" />
      </IconButton>
    </>
  )
}

function SaveButton({ id }: { id: string }) {
  const { mutate: save, isPending } = useSaveDocument(id)
  return (
    <IconButton label="Télécharger" disabled={isPending} onClick={() => save()}>
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
