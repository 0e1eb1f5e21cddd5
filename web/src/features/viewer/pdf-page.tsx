import { type PDFDocumentProxy, RenderingCancelledException } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'
import styles from './pdf-view.module.css'
import { Watermark } from './watermark.tsx'

export type PageSize = { width: number; height: number }

type PdfPageProps = {
  pdf: PDFDocumentProxy
  number: number
  /** The size taken for granted until the page itself is known. */
  expected: PageSize
  /** CSS pixels. */
  width: number
  area: HTMLElement | null
  watermark: string | null
  onBroken: () => void
}

/** Pixels of one canvas at most: a cheap phone has little memory for pictures. */
const MAX_PIXELS = 6_000_000

/** One page: an empty sheet until it comes near the window, and again when it is far from it. */
export function PdfPage({ pdf, number, expected, width, area, watermark, onBroken }: PdfPageProps) {
  const sheet = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [size, setSize] = useState(expected)
  const isNear = useNearness(sheet, area)
  const height = Math.round((size.height / size.width) * width)

  useEffect(() => {
    if (!isNear || !canvas.current) return
    return draw(canvas.current, { pdf, number, width, onSize: setSize, onBroken })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- onBroken changes with every render and is only reported to
  }, [isNear, pdf, number, width])

  return (
    <div ref={sheet} data-page={number} className={styles.page} style={{ width, height }}>
      {isNear && (
        <>
          <canvas
            ref={canvas}
            role="img"
            aria-label={`Page ${number} sur ${pdf.numPages}`}
            className={styles.canvas}
          />
          {watermark && <Watermark text={watermark} />}
        </>
      )}
    </div>
  )
}

/** Whether an element is within a window's height of what can be seen. */
function useNearness(element: React.RefObject<HTMLElement | null>, area: HTMLElement | null): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: area,
      rootMargin: '100% 0px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, area])
  return isNear
}

type Drawing = {
  pdf: PDFDocumentProxy
  number: number
  width: number
  onSize: (size: PageSize) => void
  onBroken: () => void
}

/** Draws a page onto a canvas. @returns how to stop */
function draw(canvas: HTMLCanvasElement, { pdf, number, width, onSize, onBroken }: Drawing): () => void {
  let stop = () => {}
  let isStopped = false
  const run = async () => {
    const page = await pdf.getPage(number)
    if (isStopped) return
    const natural = page.getViewport({ scale: 1 })
    onSize({ width: natural.width, height: natural.height })
    const scale = (width / natural.width) * pixelRatio(width, (width / natural.width) * natural.height)
    const viewport = page.getViewport({ scale })
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    const task = page.render({ canvas, viewport })
    stop = () => task.cancel()
    await task.promise
  }
  run().catch((error: unknown) => {
    if (!isStopped && !(error instanceof RenderingCancelledException)) onBroken()
  })
  return () => {
    isStopped = true
    stop()
  }
}

/** Device pixels per CSS pixel, as far as memory allows. */
function pixelRatio(width: number, height: number): number {
  return Math.min(window.devicePixelRatio, 2, Math.sqrt(MAX_PIXELS / (width * height)))
}
