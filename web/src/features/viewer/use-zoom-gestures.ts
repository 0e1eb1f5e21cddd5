import { type RefObject, useEffect } from 'react'
import type { Point } from './place.ts'

/** `around` is the point that stays where it is. */
export type OnZoom = (factor: number, around: Point) => void

/**
 * Two fingers on the glass, and the trackpad's pinch, which browsers tell as a wheel with Ctrl. One finger scrolls, as
 * everywhere.
 */
export function useZoomGestures(area: HTMLElement | null, onZoom: RefObject<OnZoom>): void {
  useEffect(() => {
    if (!area) return
    const fingers = new Map<number, Point>()
    let apart = 0

    const onDown = ({ pointerId, pointerType, clientX, clientY }: PointerEvent) => {
      if (pointerType !== 'touch') return
      fingers.set(pointerId, { clientX, clientY })
      apart = distance(fingers)
    }
    const onMove = ({ pointerId, clientX, clientY }: PointerEvent) => {
      if (!fingers.has(pointerId)) return
      fingers.set(pointerId, { clientX, clientY })
      if (fingers.size !== 2) return
      const now = distance(fingers)
      if (apart > 0 && now > 0) onZoom.current(now / apart, between(fingers))
      apart = now
    }
    const onUp = ({ pointerId }: PointerEvent) => void fingers.delete(pointerId)
    // Else the browser takes two fingers for a scroll and keeps them to itself.
    const onTouch = (event: TouchEvent) => {
      if (event.touches.length === 2 && event.cancelable) event.preventDefault()
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      onZoom.current(Math.exp(-event.deltaY / 200), event)
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

function between(fingers: ReadonlyMap<number, Point>): Point {
  const [one, other] = [...fingers.values()]
  if (!one || !other) return { clientX: 0, clientY: 0 }
  return { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 }
}
