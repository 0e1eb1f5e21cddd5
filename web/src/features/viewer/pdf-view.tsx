import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Spinner } from '#web/ui/spinner.tsx'
import { openPdf } from './pdf.ts'
import { type PageSize, PdfPage } from './pdf-page.tsx'
import styles from './pdf-view.module.css'

/** Which page is being read. */
export type PagePosition = { page: number; count: number }

type PdfViewProps = {
  url: string
  zoom: number
  watermark: string | null
  onPosition: (position: PagePosition) => void
  /** The bytes stopped coming or are no PDF. */
  onBroken: () => void
}

type Opened = { pdf: PDFDocumentProxy; firstPage: PageSize }

/** The pages of a PDF below each other, each drawn when it comes into view. */
export function PdfView({ url, zoom, watermark, onPosition, onBroken }: PdfViewProps) {
  const opened = usePdf(url, onBroken)
  const [area, setArea] = useState<HTMLElement | null>(null)
  const width = useWidth(area)
  useKeptPosition(area, zoom)
  const count = opened?.pdf.numPages ?? 0

  const reportPosition = useCallback(() => {
    if (area && count > 0) onPosition({ page: pageInView(area), count })
  }, [area, count, onPosition])
  useEffect(reportPosition, [reportPosition])

  return (
    <section
      ref={setArea}
      className={styles.area}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="Pages du document"
      onScroll={reportPosition}
    >
      {opened && width > 0 ? (
        Array.from({ length: count }, (_, index) => (
          <PdfPage
            key={index + 1}
            pdf={opened.pdf}
            number={index + 1}
            expected={opened.firstPage}
            width={width * zoom}
            area={area}
            watermark={watermark}
            onBroken={onBroken}
          />
        ))
      ) : (
        <Spinner label="Chargement du document..." />
      )}
    </section>
  )
}

/** The document behind an address. When the address is renewed, the pages stay until the new document is there. */
function usePdf(url: string, onBroken: () => void): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null)
  const report = useLatest(onBroken)
  useEffect(() => {
    let isCurrent = true
    const task = openPdf(url)
    const open = async () => {
      const pdf = await task.promise
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
      if (isCurrent) setOpened({ pdf, firstPage: { width, height } })
    }
    open().catch(() => {
      if (isCurrent) report.current()
    })
    return () => {
      isCurrent = false
      void task.destroy()
    }
  }, [url, report])
  return opened
}

/** Width for a page at zoom 1, in CSS pixels. */
function useWidth(area: HTMLElement | null): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!area) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.min(Math.floor(entry.contentRect.width), 1000))
    })
    observer.observe(area)
    return () => observer.disconnect()
  }, [area])
  return width
}

/** Keeps the same place of the document in view when the zoom changes. */
function useKeptPosition(area: HTMLElement | null, zoom: number): void {
  const before = useRef(zoom)
  useLayoutEffect(() => {
    area?.scrollTo({ top: area.scrollTop * (zoom / before.current) })
    before.current = zoom
  }, [area, zoom])
}

/** The last page whose top is above the middle of the area. */
function pageInView(area: HTMLElement): number {
  const middle = area.scrollTop + area.clientHeight / 2
  const pages = [...area.querySelectorAll<HTMLElement>('[data-page]')]
  return Math.max(pages.findLastIndex((page) => page.offsetTop - area.offsetTop <= middle) + 1, 1)
}

function useLatest<T>(value: T) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}
