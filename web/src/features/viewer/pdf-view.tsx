import {
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { drawnPages, useNearPages } from './page-window.ts'
import type { PagedDocument } from './paged-document.ts'
import { PdfPage } from './pdf-page.tsx'
import styles from './pdf-view.module.css'
import { bringBack, bringToTop, type Place, pageInView, placeAt } from './place.ts'
import { scrollByKey } from './scroll-keys.ts'
import { type OnZoom, useZoomGestures } from './use-zoom-gestures.ts'
import { clampZoom } from './zoom.ts'

/** Which page is being read. */
export type PagePosition = { page: number; count: number }

/** What the toolbar and the keys do with the pages. */
export type PdfControls = {
  goTo(page: number): void
  /** The zoom at which a page is as wide as the window. */
  fittingZoom(): number
  /** Scrolls as the key says. @returns whether it is such a key */
  scroll(key: string): boolean
  print(): void
}

type PdfViewProps = {
  pages: PagedDocument
  firstPage: number
  zoom: number
  watermark: string | null
  controls: Ref<PdfControls>
  onZoom: (change: (zoom: number) => number) => void
  onPosition: (position: PagePosition) => void
  onShown: () => void
  onPrint: () => void
}

/** Of a page at zoom 1 on a wide screen, CSS pixels. */
const READING_WIDTH = 900

/** The pages of a document below each other, those near the window drawn. */
export function PdfView(props: PdfViewProps) {
  const { pages, firstPage, zoom, watermark, controls, onZoom, onPosition, onShown, onPrint } = props
  const [area, setArea] = useState<HTMLElement | null>(null)
  const areaWidth = useWidth(area)
  const [current, setCurrent] = useState(firstPage)
  const near = useNearPages(area, areaWidth > 0 ? pages.count : 0)
  const drawn = drawnPages(near, current)
  const placeRef = useKeptPlace(area, zoom, areaWidth, firstPage)

  const onScroll = useCallback(() => {
    if (!area || areaWidth === 0) return
    placeRef.current = placeAt(area)
    const page = pageInView(area)
    setCurrent(page)
    onPosition({ page, count: pages.count })
  }, [area, areaWidth, pages.count, placeRef, onPosition])
  // Where the reading begins; whatever follows is a scroll.
  useEffect(() => onPosition({ page: firstPage, count: pages.count }), [firstPage, pages.count, onPosition])

  const onGesture = useRef<OnZoom>(() => {})
  useLayoutEffect(() => {
    onGesture.current = (factor, around) => {
      if (area) placeRef.current = placeAt(area, around)
      onZoom((before) => clampZoom(before * factor))
    }
  })
  useZoomGestures(area, onGesture)

  useImperativeHandle(
    controls,
    () => ({
      goTo: (page) => area && bringToTop(area, page),
      fittingZoom: () => clampZoom(areaWidth / baseWidth(areaWidth)),
      scroll: (key) => area !== null && scrollByKey(area, key),
      print: onPrint,
    }),
    [area, areaWidth, onPrint],
  )

  return (
    <section
      ref={setArea}
      className={styles.area}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="Pages du document"
      onScroll={onScroll}
    >
      {areaWidth > 0 &&
        Array.from({ length: pages.count }, (_, index) => (
          <PdfPage
            key={index + 1}
            pages={pages}
            number={index + 1}
            width={Math.floor(baseWidth(areaWidth) * zoom)}
            isDrawn={drawn.has(index + 1)}
            watermark={watermark}
            onShown={onShown}
          />
        ))}
    </section>
  )
}

function baseWidth(areaWidth: number): number {
  return Math.min(areaWidth, READING_WIDTH)
}

/** Width for a page, CSS pixels; 0 until it is known. */
function useWidth(area: HTMLElement | null): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!area) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width))
    })
    observer.observe(area)
    return () => observer.disconnect()
  }, [area])
  return width
}

/** Keeps what is being read where it is when the pages change their size, be it by a zoom or by turning the phone. */
function useKeptPlace(area: HTMLElement | null, zoom: number, areaWidth: number, firstPage: number) {
  const place = useRef<Place | null>(null)
  useLayoutEffect(() => {
    if (!area || areaWidth === 0) return
    if (place.current) bringBack(area, place.current)
    else if (firstPage > 1) bringToTop(area, firstPage)
    place.current = placeAt(area)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- where the reading begins, not where it is
  }, [area, zoom, areaWidth])
  return place
}
