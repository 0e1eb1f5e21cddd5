import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** True once the page runs; false in prerendered HTML and while the browser hydrates it. */
export function useHydrated(): boolean {
  return useOnceHydrated(true, false)
}

/**
 * Returns a value that prerendered HTML cannot know: `before` there and while the browser hydrates the page. A
 * component whose value is the same afterwards is not rendered again.
 */
export function useOnceHydrated<Value>(value: Value, before: Value): Value {
  return useSyncExternalStore(
    neverChanges,
    () => value,
    () => before,
  )
}
