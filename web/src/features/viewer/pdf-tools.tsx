import { Download, MoveHorizontal, Printer, ZoomIn, ZoomOut } from 'lucide-react'
import { useSaveDocument } from '#web/lib/documents/use-save-document.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Wheel } from '#web/ui/loading.tsx'
import { PageField } from './page-field.tsx'
import type { PagePosition } from './pdf-view.tsx'
import { MAX_ZOOM, MIN_ZOOM, stepZoom } from './zoom.ts'

type PdfToolsProps = {
  position: PagePosition | null
  zoom: number
  /** Also while the pages are lost: reading goes on there. */
  onPage: (page: number) => void
  /** Missing while there is nothing to work with yet: the tools stand there, so that the bar does not jump. */
  onZoom?: ((zoom: number) => void) | undefined
  onFit?: (() => void) | undefined
  onPrint?: (() => void) | undefined
  /** The document that may be saved. */
  saved: string | null
}

/** What can be done with the pages of a document. */
export function PdfTools({ position, zoom, onPage, onZoom, onFit, onPrint, saved }: PdfToolsProps) {
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
      {saved !== null && <SaveButton id={saved} isReady={onZoom !== undefined} />}
    </>
  )
}

function SaveButton({ id, isReady }: { id: string; isReady: boolean }) {
  const { save, isPending, percent } = useSaveDocument(id)
  return (
    <>
      <IconButton label="Télécharger" disabled={!isReady || isPending} onClick={save}>
        {isPending ? <Wheel /> : <Download aria-hidden="true" />}
      </IconButton>
      {isPending && <span role="status">{`${percent}\u00a0%`}</span>}
    </>
  )
}
