import { useEffect, useReducer, useRef } from 'react'

/** For a list whose rows go away: its heading, and what to call when one is gone so that the heading takes the focus. */
export function useFocusAfterRemoval() {
  const heading = useRef<HTMLHeadingElement>(null)
  const [removals, onGone] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    // After whatever a closing dialog gave the focus back to.
    if (removals > 0) heading.current?.focus({ preventScroll: true })
  }, [removals])
  return { heading, onGone }
}
