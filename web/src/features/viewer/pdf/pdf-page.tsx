import { type CSSProperties, memo, useEffect, useRef, useState } from 'react'
import type { DrawnPage, PdfFile } from '#web/lib/documents/pdf-file.ts'
import { Watermark } from '../watermark.tsx'
import { markMatches, type TextMatch } from './find.ts'
import styles from './pdf-view.module.css'

type PdfPageProps = {
  pdf: PdfFile
  number: number
  /** CSS pixels. */
  width: number
  isDrawn: boolean
  watermark: string | null
  /** The matches of the search on this page. */
  matches: readonly TextMatch[]
  /** The selected match, if it is on this page. */
  currentMatch: TextMatch | null
  /** Called when the selected match is on the screen. */
  onCurrentMark: (mark: HTMLElement, match: TextMatch) => void
  /** True until a page of the document is on the screen. */
  isFirst: boolean
  /** Called when the picture is on the screen, or with the reason why there is none. */
  onShown: () => void
}

/** The custom property with which PDF.js scales the text layer. */
const SCALE = '--total-scale-factor'

/** Pages and sizes that only pass by while scrolling or zooming are not drawn. */
const DRAW_DELAY_MS = 80

/** One page; it stays empty unless it is near the window. */
export const PdfPage = memo(function PdfPage(props: PdfPageProps) {
  const { pdf, number, width, isDrawn, watermark, matches, currentMatch, onCurrentMark } = props
  const { host, size, lines, isBroken } = useDrawnPage(props)
  const scale = width / size.width
  useEffect(() => {
    if (!lines || matches.length === 0) return
    const { currentMark, remove } = markMatches(lines, matches, currentMatch)
    if (currentMark && currentMatch) onCurrentMark(currentMark, currentMatch)
    return remove
  }, [lines, matches, currentMatch, onCurrentMark])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a page is no group of form fields
    <div
      role="group"
      aria-label={`Page ${number} sur ${pdf.count}`}
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

/** Draws a page while `isDrawn`; the old picture stays until the one of another size is ready. */
function useDrawnPage({ pdf, number, width, isDrawn, isFirst, onShown }: PdfPageProps) {
  const delay = useRef(isFirst ? 0 : DRAW_DELAY_MS)
  const host = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnPage | null>(null)
  const [size, setSize] = useState(pdf.firstPage)
  const [lines, setLines] = useState<DrawnPage['lines'] | null>(null)
  const [isBroken, setBroken] = useState(false)

  useEffect(() => {
    if (!isDrawn) return
    const abort = new AbortController()
    const draw = async () => {
      const next = await pdf.draw(number, width, abort.signal)
      if (abort.signal.aborted) return next.free()
      next.text.className = styles.text as string
      host.current?.replaceChildren(next.canvas, next.text)
      drawn.current?.free()
      drawn.current = next
      setSize(next.size)
      setLines(next.lines)
      onShown()
    }
    const timer = setTimeout(() => {
      delay.current = DRAW_DELAY_MS
      draw().catch(() => {
        if (abort.signal.aborted) return
        setBroken(true)
        onShown()
      })
    }, delay.current)
    return () => {
      abort.abort()
      clearTimeout(timer)
      setBroken(false)
    }
  }, [pdf, number, width, isDrawn, onShown])

  useEffect(() => {
    if (!isDrawn) return
    const { current: sheet } = host
    return () => {
      drawn.current?.free()
      drawn.current = null
      sheet?.replaceChildren()
      setLines(null)
    }
  }, [isDrawn])

  return { host, size, lines, isBroken }
}
