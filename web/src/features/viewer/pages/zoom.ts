import { type RefObject, useEffect } from 'react'
import type { Point } from './scroll-anchor.ts'

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
