import { type RefObject, useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

/** Returns an open state and its setter; every navigation closes it, also a link to the page that is open. */
export function useOpenUntilNavigation(): [boolean, (isOpen: boolean) => void] {
  const { key } = useLocation()
  const [state, setState] = useState({ isOpen: false, key })
  if (state.key !== key) setState({ isOpen: false, key })
  const setOpen = useCallback((isOpen: boolean) => setState({ isOpen, key }), [key])
  return [state.isOpen && state.key === key, setOpen]
}

/** Closes an open panel in `area` on Escape, which returns the focus to its button, and on a click elsewhere. */
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
