import {
  Download,
  Ellipsis,
  Flag,
  type LucideIcon,
  Maximize,
  Minimize,
  MoveHorizontal,
  PanelLeft,
  Printer,
  Search,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { type ComponentProps, type ReactNode, type SubmitEvent, useEffect, useState } from 'react'
import { plainDigits } from '#shared/entities/plain-digits.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { useSaveDocument } from '#web/lib/documents/use-save-document.ts'
import { decimalText } from '#web/lib/format.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/card.tsx'
import { Wheel } from '#web/ui/status.tsx'
import { MAX_ZOOM, MIN_ZOOM, stepZoom } from './pages/zoom.ts'
import type { PagePosition } from './use-document.ts'
import styles from './viewer-toolbar.module.css'
import type { FullScreen } from './viewer-window.ts'

type ViewerToolbarProps = {
  title: string
  titleId: string | undefined
  size?: string
  onClose: () => void
  fullScreen?: FullScreen
  tool?: ReactNode
  children?: ReactNode
}

export function ViewerToolbar(props: ViewerToolbarProps) {
  const { title, titleId, size = '', onClose, fullScreen, tool, children } = props
  return (
    <div className={classNames(styles.toolbar, fullScreen?.isOn && styles.full)}>
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
      {tool}
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
  hasPanel: boolean
  /** True once there are pages. The tools are there from the start, so that the bar does not jump. */
  isReady: boolean
  /** Also called while the document is closed after a failure: it opens at that page again. */
  onPage: (page: number) => void
  onZoom: (zoom: number) => void
  onFit: () => void
  onFind: () => void
  onPanel: () => void
  onPrint: () => void
  /** The id of the document, if it may be saved. */
  savedId: string | null
  /** Null for a visitor. */
  onReport: (() => void) | null
  children?: ReactNode
}

/** The tools for the pages of a document. On a phone the less frequent ones are in a second row, with their names. */
export function PdfTools(props: PdfToolsProps) {
  const { position, zoom, hasPanel, isReady, savedId, onReport, children } = props
  const { onPage, onZoom, onFit, onFind, onPanel, onPrint } = props
  const [hasMore, setMore] = useState(false)
  return (
    <>
      <PageField position={position} onPage={onPage} />
      <IconButton label="Rechercher" disabled={!isReady} onClick={onFind}>
        <Search aria-hidden="true" />
      </IconButton>
      <IconButton
        label="Zoom arrière"
        disabled={!isReady || zoom <= MIN_ZOOM}
        onClick={() => onZoom(stepZoom(zoom, -1))}
      >
        <ZoomOut aria-hidden="true" />
      </IconButton>
      <IconButton
        label="Zoom avant"
        disabled={!isReady || zoom >= MAX_ZOOM}
        onClick={() => onZoom(stepZoom(zoom, 1))}
      >
        <ZoomIn aria-hidden="true" />
      </IconButton>
      <div className={styles.more}>
        <IconButton label="Autres outils" aria-expanded={hasMore} onClick={() => setMore(!hasMore)}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      </div>
      <div className={classNames(styles.rest, hasMore && styles.shown)}>
        <Tool
          label="Pages"
          title="Pages et sommaire"
          Icon={PanelLeft}
          disabled={!isReady}
          aria-pressed={hasPanel}
          onClick={onPanel}
        />
        <Tool
          label="Ajuster"
          title="Ajuster à la largeur"
          Icon={MoveHorizontal}
          disabled={!isReady}
          onClick={onFit}
        />
        <Tool label="Imprimer" Icon={Printer} disabled={!isReady} onClick={onPrint} />
        {savedId !== null && <SaveButton id={savedId} isReady={isReady} />}
        {children}
        {onReport && <ReportButton onReport={onReport} />}
      </div>
    </>
  )
}

export function ReportButton({ onReport }: { onReport: () => void }) {
  return <Tool label="Signaler" title="Signaler une erreur" Icon={Flag} onClick={onReport} />
}

type ToolProps = ComponentProps<typeof Button> & { label: string; Icon: LucideIcon }

/** A tool whose name is visible where the tools have a row of their own. */
export function Tool({ label, title = label, Icon, ...rest }: ToolProps) {
  return (
    <Button variant="quiet" title={title} aria-label={title} {...rest}>
      <Icon aria-hidden="true" />
      <span className={styles.word}>{label}</span>
    </Button>
  )
}

function SaveButton({ id, isReady }: { id: string; isReady: boolean }) {
  const { save, isPending, percent } = useSaveDocument(id)
  return (
    <>
      <Button variant="quiet" disabled={!isReady || isPending} onClick={save}>
        {isPending ? <Wheel /> : <Download aria-hidden="true" />}
        <span>Télécharger</span>
      </Button>
      {isPending && <span role="status">{`${percent}\u00a0%`}</span>}
    </>
  )
}

/** Milliseconds that a page must stay in view before it is announced. */
const ANNOUNCE_DELAY_MS = 700

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
        onChange={({ target }) => setTyped(plainDigits(target.value).replace(/\D/g, ''))}
        onFocus={({ target }) => target.select()}
        onBlur={() => setTyped(null)}
      />
      <span aria-hidden="true">{`/ ${position.count}`}</span>
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
            {`${decimalText(each)} ×`}
          </option>
        ))}
      </select>
    </label>
  )
}
