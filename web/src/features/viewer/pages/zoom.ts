import { type RefObject, useEffect } from 'react'

/** Zoom steps of the buttons and keys; at 1 a page has its natural reading width. */
const ZOOM_STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

export const MIN_ZOOM = 0.5
export const MAX_ZOOM = 4

/** Returns the next step up (1) or down (-1) from any zoom. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  const next =
    direction === 1
      ? ZOOM_STEPS.find((step) => step > zoom + 0.01)
      : ZOOM_STEPS.findLast((step) => step < zoom - 0.01)
  return next ?? zoom
}

export function clampZoom(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom))
}

/** Called by a gesture; `around` is the point that stays in its place. */
export type OnZoomGesture = (change: (zoom: number) => number, around: Point) => void

/** Two taps within this time and distance are a double tap. */
const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_PX = 30
const DOUBLE_TAP_ZOOM = 2

/**
 * Zooms by a pinch with two fingers or on a trackpad, which browsers report as a wheel with Ctrl, and by a double tap.
 * One finger scrolls.
 */
export function useZoomGestures(area: HTMLElement | null, onZoom: RefObject<OnZoomGesture>): void {
  useEffect(() => {
    if (!area) return
    const fingers = new Map<number, Point>()
    let lastDistance = 0
    let lastTap = { time: Number.NEGATIVE_INFINITY, clientX: 0, clientY: 0 }

    const onDown = ({ pointerId, pointerType, clientX, clientY, timeStamp }: PointerEvent) => {
      if (pointerType !== 'touch') return
      fingers.set(pointerId, { clientX, clientY })
      lastDistance = distance(fingers)
      const tap = { time: timeStamp, clientX, clientY }
      const isNear = Math.hypot(clientX - lastTap.clientX, clientY - lastTap.clientY) < DOUBLE_TAP_PX
      const isDouble = fingers.size === 1 && isNear && timeStamp - lastTap.time < DOUBLE_TAP_MS
      lastTap = { ...tap, time: isDouble ? Number.NEGATIVE_INFINITY : timeStamp }
      if (isDouble) onZoom.current((zoom) => (zoom > 1 ? 1 : DOUBLE_TAP_ZOOM), tap)
    }
    const onMove = ({ pointerId, clientX, clientY }: PointerEvent) => {
      if (!fingers.has(pointerId)) return
      fingers.set(pointerId, { clientX, clientY })
      if (fingers.size !== 2) return
      const now = distance(fingers)
      const factor = now / lastDistance
      if (factor > 0 && Number.isFinite(factor)) onZoom.current((zoom) => zoom * factor, center(fingers))
      lastDistance = now
    }
    const onUp = ({ pointerId }: PointerEvent) => void fingers.delete(pointerId)
    // Keeps the browser from scrolling with two fingers.
    const onTouch = (event: TouchEvent) => {
      if (event.touches.length === 2 && event.cancelable) event.preventDefault()
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      onZoom.current((zoom) => zoom * Math.exp(-event.deltaY / 200), event)
    }

    const stop = new AbortController()
    const { signal } = stop
    area.addEventListener('pointerdown', onDown, { signal })
    area.addEventListener('pointermove', onMove, { signal })
    for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const)
      area.addEventListener(end, onUp, { signal })
    area.addEventListener('touchmove', onTouch, { signal, passive: false })
    area.addEventListener('wheel', onWheel, { signal, passive: false })
    return () => stop.abort()
  }, [area, onZoom])
}

function distance(fingers: ReadonlyMap<number, Point>): number {
  const [one, other] = [...fingers.values()]
  return one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0
}

function center(fingers: ReadonlyMap<number, Point>): Point {
  const [one, other] = [...fingers.values()]
  if (!one || !other) return { clientX: 0, clientY: 0 }
  return { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 }
}

/** A point of a page and its position in the scroll area. */
export type ScrollAnchor = {
  page: number
  /** Fractions of the page's width and height. */
  across: number
  down: number
  /** Fractions of the area's width and height, which change when a phone is turned. */
  left: number
  top: number
}

/** A point of the window, as in pointer events. */
type Point = { clientX: number; clientY: number }

/** Returns the page being read: the last one whose top is above the middle of the area. */
export function currentPage(area: HTMLElement): number {
  return Number(pageAt(area, middleOf(area).clientY)?.dataset.page ?? 1)
}

/** Returns the anchor at a point, by default the middle of the area; null while there are no pages. */
export function anchorAt(
  area: HTMLElement,
  { clientX, clientY }: Point = middleOf(area),
): ScrollAnchor | null {
  const page = pageAt(area, clientY)
  if (!page) return null
  const box = page.getBoundingClientRect()
  const frame = area.getBoundingClientRect()
  return {
    page: Number(page.dataset.page),
    across: (clientX - box.left) / (box.width || 1),
    down: (clientY - box.top) / (box.height || 1),
    left: (clientX - frame.left) / (area.clientWidth || 1),
    top: (clientY - frame.top) / (area.clientHeight || 1),
  }
}

/** Scrolls a point of a page back to its position, whatever size the pages have now. */
export function scrollToAnchor(area: HTMLElement, { page, across, down, left, top }: ScrollAnchor): void {
  const box = area.querySelector(`[data-page="${page}"]`)?.getBoundingClientRect()
  if (!box) return
  const frame = area.getBoundingClientRect()
  area.scrollLeft += box.left + across * box.width - (frame.left + left * area.clientWidth)
  area.scrollTop += box.top + down * box.height - (frame.top + top * area.clientHeight)
}

export function scrollToPage(area: HTMLElement, page: number): void {
  scrollToAnchor(area, { page, across: 0.5, down: 0, left: 0.5, top: 0 })
}

/** Scrolls an element into the middle of the area, unless it is in view. */
export function scrollToElement(area: HTMLElement, element: HTMLElement): void {
  const box = element.getBoundingClientRect()
  const frame = area.getBoundingClientRect()
  if (box.top < frame.top || box.bottom > frame.bottom)
    area.scrollTop += box.top + box.height / 2 - (frame.top + frame.height / 2)
  if (box.left < frame.left || box.right > frame.right)
    area.scrollLeft += box.left + box.width / 2 - (frame.left + frame.width / 2)
}

/** Returns the last page whose top is above a height, or the first page. */
function pageAt(area: HTMLElement, clientY: number): HTMLElement | undefined {
  const pages = [...area.querySelectorAll<HTMLElement>('[data-page]')]
  return pages.findLast((page) => page.getBoundingClientRect().top <= clientY) ?? pages[0]
}

function middleOf(area: HTMLElement): Point {
  const { left, top } = area.getBoundingClientRect()
  return { clientX: left + area.clientWidth / 2, clientY: top + area.clientHeight / 2 }
}
