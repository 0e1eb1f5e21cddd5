import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { endAll, listen } from '#web/lib/listen.ts'

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
      const over = event.target instanceof Element ? event.target.closest('dialog') : null
      // A dialog that was opened from the panel closes first.
      if (event.key !== 'Escape' || (over && over !== area.current?.closest('dialog'))) return
      // The viewer around the panel stays open.
      event.preventDefault()
      close()
      area.current?.querySelector('button')?.focus()
    }
    const onPointer = (event: PointerEvent) => {
      if (!area.current?.contains(event.target as Node)) close()
    }
    return endAll(listen(document, 'keydown', onKey), listen(document, 'pointerdown', onPointer))
  })
}

/**
 * Browsers drop the focus of disabled controls: keyboard users would start again at the top of the page. A control that
 * stays disabled leaves it to the line that says how its form stands.
 */
export function useReturningFocus(element: RefObject<HTMLElement | null>, isOutOfUse: boolean): void {
  const holder = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const { current: area } = element
    const onFocus = ({ target }: FocusEvent) => {
      holder.current = target instanceof HTMLElement ? target : null
    }
    const onBlur = ({ target }: FocusEvent) => {
      // Only a disabled control loses the focus by itself; otherwise the user moved on.
      if (!(target instanceof HTMLElement && target.matches(':disabled'))) holder.current = null
    }
    return area ? endAll(listen(area, 'focusin', onFocus), listen(area, 'focusout', onBlur)) : undefined
  }, [element])
  useLayoutEffect(() => {
    const { current: held } = holder
    if (isOutOfUse || document.activeElement !== document.body || !held) return
    held.focus()
    if (!held.matches(':disabled')) return
    // The page stays where it is: the foot of a saved form is at its end.
    element.current?.querySelector<HTMLElement>('[role="status"][tabindex]')?.focus({ preventScroll: true })
  }, [element, isOutOfUse])
}
