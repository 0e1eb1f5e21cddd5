import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Returns the focus to the control in `element` that had it before it was disabled: browsers drop the focus of disabled
 * controls, and keyboard users would start again at the top of the page.
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
    area?.addEventListener('focusin', onFocus)
    area?.addEventListener('focusout', onBlur)
    return () => {
      area?.removeEventListener('focusin', onFocus)
      area?.removeEventListener('focusout', onBlur)
    }
  }, [element])
  useLayoutEffect(() => {
    if (!isOutOfUse && document.activeElement === document.body) holder.current?.focus()
  }, [isOutOfUse])
}
