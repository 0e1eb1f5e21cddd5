import { Download, Maximize, Minimize, MoveHorizontal, Printer, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react'
import { useSaveDocument } from '#web/lib/documents/use-save-document.ts'
import { withFrenchSpaces } from '#web/lib/french-spaces.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Wheel } from '#web/ui/spinner.tsx'
import type { PagePosition } from './pdf-view.tsx'
import styles from './viewer-toolbar.module.css'
import { MAX_ZOOM, MIN_ZOOM, stepZoom } from './zoom.ts'

type ViewerToolbarProps = {
  title: string
  titleId: string
  /** Size and pages of the document. */
  size?: string
  onClose: () => void
  fullScreen?: { isOn: boolean; toggle: () => void }
  children?: ReactNode
}

/** Title, size, and the tools for the document. */
export function ViewerToolbar(props: ViewerToolbarProps) {
  const { title, titleId, size = '', onClose, fullScreen, children } = props
  return (
    <div className={styles.toolbar}>
      <div className={styles.name}>
        {/* The dialog focuses the title: screen readers start here, and phones open no keyboard. */}
        <h2
          id={titleId}
          className={styles.title}
          tabIndex={-1}
          ref={(element) => element?.setAttribute('autofocus', '')}
        >
          {withFrenchSpaces(title)}
        </h2>
        {size !== '' && <p className={styles.size}>{size}</p>}
      </div>
      <div className={styles.tools}>
        {children}
        {fullScreen && (
          <IconButton
            label={fullScreen.isOn ? 'Quitter le plein écran' : 'Plein écran'}
            onClick={fullScreen.toggle}
          >
            {fullScreen.isOn ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
          </IconButton>
        )}
      </div>
      <div className={styles.close}>
        <IconButton label="Fermer" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}

type PdfToolsProps = {
  position: PagePosition | null
  zoom: number
  /** Also while the document is closed after a failure: it opens at that page again. */
  onPage: (page: number) => void
  /** Missing until there are pages: the tools are there from the start, so that the bar does not jump. */
  onZoom?: ((zoom: number) => void) | undefined
  onFit?: (() => void) | undefined
  onPrint?: (() => void) | undefined
  /** The document, if it may be saved. */
  savedId: string | null
}

/** The tools for the pages of a document. */
export function PdfTools({ position, zoom, onPage, onZoom, onFit, onPrint, savedId }: PdfToolsProps) {
  return (
    <>
      <PageField position={position} onPage={onPage} />
      <IconButton
        label="Zoom arrière"
        disabled={!onZoom || zoom <= MIN_ZOOM}
        onClick={() => onZoom?.(stepZoom(zoom, -1))}
      >
        <ZoomOut aria-hidden="true" />
      </IconButton>
      <IconButton
        label="Zoom avant"
        disabled={!onZoom || zoom >= MAX_ZOOM}
        onClick={() => onZoom?.(stepZoom(zoom, 1))}
      >
        <ZoomIn aria-hidden="true" />
      </IconButton>
      <IconButton label="Ajuster à la largeur" disabled={!onFit} onClick={onFit}>
        <MoveHorizontal aria-hidden="true" />
      </IconButton>
      <IconButton label="Imprimer" disabled={!onPrint} onClick={onPrint}>
        <Printer aria-hidden="true" />
      </IconButton>
      {savedId !== null && <SaveButton id={savedId} isReady={onZoom !== undefined} />}
    </>
  )
}

function SaveButton({ id, isReady }: { id: string; isReady: boolean }) {
  const { save, isPending, percent } = useSaveDocument(id)
  return (
    <>
      <Button variant="quiet" disabled={!isReady || isPending} onClick={save}>
        {isPending ? <Wheel /> : <Download aria-hidden="true" />}
        Télécharger
      </Button>
      {isPending && <span role="status">{`${percent}\u00a0%`}</span>}
    </>
  )
}

/** How long a page must stay in view before it is announced. */
const ANNOUNCE_DELAY_MS = 700

/** The page being read; typing another one jumps to it. */
function PageField({ position, onPage }: Pick<PdfToolsProps, 'position' | 'onPage'>) {
  const [typed, setTyped] = useState<string | null>(null)
  const page = String(position?.page ?? '')
  const jump = (event: SubmitEvent) => {
    event.preventDefault()
    const wanted = Number(typed ?? page)
    setTyped(null)
    if (position && Number.isInteger(wanted) && wanted > 0) onPage(Math.min(wanted, position.count))
  }
  if (!position) return <span className={styles.pageField} />
  return (
    <form className={styles.pageField} onSubmit={jump}>
      <input
        className={styles.page}
        aria-label={`Page, sur ${position.count}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={typed ?? page}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, ''))}
        onFocus={({ target }) => target.select()}
        onBlur={() => setTyped(null)}
      />
      <span aria-hidden="true">/ {position.count}</span>
      <DelayedStatus text={`Page ${page} sur ${position.count}`} />
    </form>
  )
}

function DelayedStatus({ text }: { text: string }) {
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), ANNOUNCE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <span role="status" className="visually-hidden">
      {announced}
    </span>
  )
}

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2]

/** The speed of a video. */
export function SpeedField({ speed, onSpeed }: { speed: number; onSpeed: (speed: number) => void }) {
  // The player's own menu may set a speed that is not in the list.
  const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].toSorted((one, other) => one - other)
  return (
    <label className={styles.speedField}>
      Vitesse
      <select
        className={styles.speeds}
        value={speed}
        onChange={({ target }) => onSpeed(Number(target.value))}
      >
        {speeds.map((each) => (
          <option key={each} value={each}>
            {String(each).replace('.', ',')} ×
          </option>
        ))}
      </select>
    </label>
  )
}
