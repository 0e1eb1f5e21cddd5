import { type RefObject, useEffect } from 'react'

/** Closes what is open in `area` on Escape (the focus goes back to the area's button) and on a click elsewhere. */
export function useClosing(area: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      area.current?.querySelector('button')?.focus()
    }
    const onPointer = (event: PointerEvent) => {
      if (!area.current?.contains(event.target as Node)) close()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPointer)
    }
  })
}
