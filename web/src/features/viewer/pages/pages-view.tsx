import {
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type {
  PagePicture,
  PreparedManifest,
  PreparedText,
  TextLine,
} from '#shared/entities/prepared-document.ts'
import type { PreparedDocument } from '#web/lib/documents/prepared-document.ts'
import { scrollByKey } from '../keyboard.ts'
import { type OnFailure, type PagePosition, type PageRange, pageNumbers } from '../use-document.ts'
import { type ExerciseTarget, exercisePlace } from './exercise-place.ts'
import type { TextMatch } from './find-bar.tsx'
import { PageSheet } from './page-sheet.tsx'
import styles from './pages-view.module.css'
import { savesData } from './picture.tsx'
import {
  anchorAt,
  currentPage,
  type ScrollAnchor,
  scrollToAnchor,
  scrollToElement,
  scrollToPage,
} from './scroll-anchor.ts'
import { clampZoom, type OnZoomGesture, useZoomGestures } from './zoom.ts'

export type PagesControls = {
  goTo(page: number): void
  fittingZoom(): number
  /** @returns true when the key scrolls */
  scroll(key: string): boolean
  print(): void
  focus(): void
}

export type PagesViewProps = {
  document: PreparedDocument
  pictures: readonly PagePicture[]
  pages: PageRange
  firstPage: number
  /** The exercise at which the pages open; null for the top of the page. */
  target: ExerciseTarget | null
  zoom: number
  watermark: string | null
  /** The lines of each page; null until they have arrived. */
  text: PreparedText['pages'] | null
  links: PreparedManifest['links']
  /** The matches of the search by page, and the selected one. */
  matches: ReadonlyMap<number, readonly TextMatch[]>
  currentMatch: TextMatch | null
  controls: Ref<PagesControls>
  onZoom: (change: (zoom: number) => number) => void
  onPosition: (position: PagePosition) => void
  onShown: () => void
  /** Called when the reader may be about to select text, or to have it read aloud. */
  onTextWanted: () => void
  onPage: (page: number) => void
  onPrint: () => void
  onDelay: (isDelayed: boolean) => void
  onFailure: OnFailure
}

/** Width of a page at zoom 1 on a wide screen, CSS pixels. */
const READING_WIDTH = 900

/** A picture that is stretched further than this looks blurred, and gives way to the large one. */
const MOST_STRETCHED = 1.3
/** Stands in for the size of a page that the manifest lacks. */
const A4: PagePicture = { width: 1_080, height: 1_528, bytes: 0 }
/** Pages after the one being read that are fetched ahead. */
const AHEAD = 2

const NO_MATCHES: readonly TextMatch[] = []
const NO_LINES: readonly TextLine[] = []

/** The pages of a document in a column; only those near the window are shown. */
export function PagesView(props: PagesViewProps) {
  const { document, pictures, pages, firstPage, target, zoom, watermark, text, links } = props
  const {
    matches,
    currentMatch,
    controls,
    onZoom,
    onPosition,
    onShown,
    onTextWanted,
    onPage,
    onPrint,
    onDelay,
    onFailure,
  } = props
  const { count } = document
  const [area, setArea] = useState<HTMLElement | null>(null)
  const areaWidth = useWidth(area)
  const width = Math.floor(baseWidth(areaWidth) * zoom)
  const [page, setPage] = useState(firstPage)
  const near = useNearPages(area, areaWidth > 0 ? pages : null)
  const [isOpen, setOpen] = useState(false)
  // At first only the page that is read is fetched: the others would slow it down.
  const shown = isOpen ? nearestPages(near, page) : new Set([page])
  const isAhead = (number: number) => isOpen && !savesData() && number > page && number <= page + AHEAD
  const anchorRef = useScrollAnchor(area, zoom, areaWidth, pages, firstPage)

  const onScroll = useCallback(() => {
    // While a phone is turned the pages still have their old width, which would move the place that is kept.
    if (!area || areaWidth === 0 || contentWidth(area) !== areaWidth) return
    anchorRef.current = anchorAt(area)
    const read = currentPage(area)
    setPage(read)
    onPosition({ page: read, count })
  }, [area, areaWidth, count, anchorRef, onPosition])
  // Reports the first position; later ones come with scrolling.
  useEffect(() => onPosition({ page: firstPage, count }), [firstPage, count, onPosition])

  const onGesture = useRef<OnZoomGesture>(() => {})
  useLayoutEffect(() => {
    onGesture.current = (change, around) => {
      if (area) anchorRef.current = anchorAt(area, around)
      onZoom((before) => clampZoom(change(before)))
    }
  })
  useZoomGestures(area, onGesture)

  // Once for each exercise, when its page and text are there, unless the reader has begun to read elsewhere.
  const placed = useRef<ExerciseTarget | null>(null)
  const hasTouched = useRef(false)
  useEffect(() => {
    if (!area || !text || !target || !isOpen || placed.current === target) return
    // Who comes back to a later page of it goes on there.
    const isResumed = placed.current === null && firstPage !== pages.from
    const stays = isResumed || hasTouched.current
    placed.current = target
    hasTouched.current = false
    const { from } = pages
    const place = !stays && exercisePlace(text[from - 1] ?? NO_LINES, target, pictures[from - 1] ?? A4)
    if (!place) return
    anchorRef.current = { page: from, across: place.across, down: place.down, left: 0, top: 0 }
    // A wide window shows whole pages in a size that can be read.
    const fitting = areaWidth < READING_WIDTH / 2 ? clampZoom(1 / place.width) : zoom
    // The new zoom scrolls there; a scroll before it would replace the place.
    if (fitting === zoom) scrollToAnchor(area, anchorRef.current)
    else onZoom(() => fitting)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the place is taken once
  }, [area, text, target, isOpen])

  useImperativeHandle(
    controls,
    () => ({
      goTo: (number) => area && scrollToPage(area, number),
      fittingZoom: () => clampZoom(areaWidth / baseWidth(areaWidth)),
      scroll: (key) => area !== null && scrollByKey(area, key),
      print: onPrint,
      focus: () => area?.focus(),
    }),
    [area, areaWidth, onPrint],
  )

  // A match on a distant page is marked and scrolled to once that page is shown.
  const shownMatch = useRef<TextMatch | null>(null)
  useEffect(() => {
    if (area && currentMatch && shownMatch.current !== currentMatch && !shown.has(currentMatch.page))
      scrollToPage(area, currentMatch.page)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when another match is selected
  }, [area, currentMatch])
  const onPageShown = useCallback(() => {
    setOpen(true)
    onShown()
  }, [onShown])
  const onCurrentMark = useCallback(
    (mark: HTMLElement, match: TextMatch) => {
      if (area && shownMatch.current !== match) scrollToElement(area, mark)
      shownMatch.current = match
    },
    [area],
  )

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the listeners fetch the text, and do nothing
    <section
      ref={setArea}
      className={styles.area}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="Pages du document"
      onScroll={onScroll}
      onFocus={onTextWanted}
      onPointerDown={() => {
        hasTouched.current = true
        onTextWanted()
      }}
    >
      {areaWidth > 0 &&
        pageNumbers(pages).map((number) => {
          const size = pictures[number - 1] ?? A4
          const pixels = width * (savesData() ? 1 : window.devicePixelRatio)
          return (
            <PageSheet
              {...{ document, number, size, width, watermark, links }}
              {...{ onCurrentMark, onDelay, onFailure, onPage }}
              key={number}
              state={shown.has(number) ? 'shown' : isAhead(number) ? 'ahead' : 'away'}
              isLarge={pixels > MOST_STRETCHED * size.width && Math.abs(number - page) <= 1}
              lines={text?.[number - 1] ?? NO_LINES}
              matches={matches.get(number) ?? NO_MATCHES}
              currentMatch={currentMatch?.page === number ? currentMatch : null}
              isFirst={!isOpen}
              onShown={onPageShown}
            />
          )
        })}
    </section>
  )
}

function baseWidth(areaWidth: number): number {
  return Math.min(areaWidth, READING_WIDTH)
}

/** Returns the width of the content of the area in CSS pixels; 0 until it is known. */
function useWidth(area: HTMLElement | null): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!area) return
    const observer = new ResizeObserver(() => setWidth(contentWidth(area)))
    observer.observe(area)
    return () => observer.disconnect()
  }, [area])
  return width
}

function contentWidth(area: HTMLElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(area)
  return Math.floor(area.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
}

/**
 * Keeps the text in view in its place when pages change their size, after a zoom or when the phone is turned, and when
 * other pages are shown.
 */
function useScrollAnchor(
  area: HTMLElement | null,
  zoom: number,
  areaWidth: number,
  { from, until }: PageRange,
  firstPage: number,
) {
  const anchor = useRef<ScrollAnchor | null>(null)
  useLayoutEffect(() => {
    if (!area || areaWidth === 0) return
    if (anchor.current) scrollToAnchor(area, anchor.current)
    else if (firstPage > from) scrollToPage(area, firstPage)
    anchor.current = anchorAt(area)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `firstPage` is where reading starts, not where it is
  }, [area, zoom, areaWidth, from, until])
  return anchor
}

/** A cheap phone has memory for this many pictures at once. */
const MAX_SHOWN = 5

/** Returns the pages to show: of those near the window, the ones nearest to the page being read. */
export function nearestPages(near: ReadonlySet<number>, page: number): Set<number> {
  const distance = (each: number) => Math.abs(each - page)
  return new Set([...near].toSorted((one, other) => distance(one) - distance(other)).slice(0, MAX_SHOWN))
}

/** Returns the numbers of the elements with `data-page` that are in an area or within `margin` of it. */
export function useNearPages(
  area: HTMLElement | null,
  pages: PageRange | null,
  margin = '60% 0px',
): ReadonlySet<number> {
  const { from = 0, until = 0 } = pages ?? {}
  const [near, setNear] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    if (!area || until === 0) return
    const onChange = (entries: IntersectionObserverEntry[]) =>
      setNear((before) => {
        const next = new Set(before)
        for (const { target, isIntersecting } of entries) {
          const page = Number((target as HTMLElement).dataset.page)
          if (isIntersecting) next.add(page)
          else next.delete(page)
        }
        return next
      })
    const observer = new IntersectionObserver(onChange, { root: area, rootMargin: margin })
    for (const page of area.querySelectorAll<HTMLElement>('[data-page]'))
      if (Number(page.dataset.page) >= from) observer.observe(page)
    return () => observer.disconnect()
  }, [area, from, until, margin])
  return near
}
