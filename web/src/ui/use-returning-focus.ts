import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Gives the focus back to what held it in `element` before that went out of use: a browser takes the focus from
 * disabled controls, and whoever works by keyboard would begin again at the top of the page.
 */
export function useReturningFocus(element: RefObject<HTMLElement | null>, isOutOfUse: boolean): void {
  const holder = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const { current: area } = element
    const onFocus = ({ target }: FocusEvent) => {
      holder.current = target instanceof HTMLElement ? target : null
    }
    const onBlur = ({ target }: FocusEvent) => {
      // A control that is disabled lost the focus by that; from any other one the person moved on.
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
