import { type CSSProperties, memo, useEffect, useRef, useState } from 'react'
import type { DrawnPage, PagedDocument } from './paged-document.ts'
import styles from './pdf-view.module.css'
import { Watermark } from './watermark.tsx'

type PdfPageProps = {
  pages: PagedDocument
  number: number
  /** CSS pixels. */
  width: number
  isDrawn: boolean
  watermark: string | null
  /** Something of the document can be seen. */
  onShown: () => void
}

/** By which PDF.js' words follow their page. */
const SCALE = '--total-scale-factor'

/** Whoever scrolls or zooms past does not want each page or size on the way. */
const PAUSE_MS = 80

/** One page: an empty sheet until it comes near the window, and again when it is far from it. */
export const PdfPage = memo(function PdfPage(props: PdfPageProps) {
  const { pages, number, width, isDrawn, watermark } = props
  const { host, size, isBroken } = useDrawnPage(props)
  const scale = width / size.width
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a page is no group of form fields
    <div
      role="group"
      aria-label={`Page ${number} sur ${pages.count}`}
      data-page={number}
      className={styles.page}
      style={{ width, height: Math.round(size.height * scale), [SCALE]: scale } as CSSProperties}
    >
      <div ref={host} className={styles.drawing} />
      {isBroken && <p className={styles.broken}>Cette page ne peut pas être affichée.</p>}
      {isDrawn && watermark && <Watermark text={watermark} />}
    </div>
  )
})

/** Draws a page into its host while it is to be drawn; the picture of another size stays until the new one is there. */
function useDrawnPage({ pages, number, width, isDrawn, onShown }: PdfPageProps) {
  const host = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnPage | null>(null)
  const [size, setSize] = useState(pages.firstPage)
  const [isBroken, setBroken] = useState(false)

  useEffect(() => {
    if (!isDrawn) return
    const abort = new AbortController()
    const draw = async () => {
      const next = await pages.draw(number, width, abort.signal)
      if (abort.signal.aborted) return next.free()
      next.text.className = styles.text as string
      host.current?.replaceChildren(next.canvas, next.text)
      drawn.current?.free()
      drawn.current = next
      setSize(next.size)
      onShown()
    }
    const timer = setTimeout(() => {
      draw().catch(() => {
        if (!abort.signal.aborted) setBroken(true)
      })
    }, PAUSE_MS)
    return () => {
      abort.abort()
      clearTimeout(timer)
      setBroken(false)
    }
  }, [pages, number, width, isDrawn, onShown])

  useEffect(() => {
    if (!isDrawn) return
    const { current: sheet } = host
    return () => {
      drawn.current?.free()
      drawn.current = null
      sheet?.replaceChildren()
    }
  }, [isDrawn])

  return { host, size, isBroken }
}
