import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** Whether the page runs: false in prerendered HTML and while the browser takes it over. */
export function useHydrated(): boolean {
  return useOnceHydrated(true, false)
}

/**
 * A value that prerendered HTML cannot know: `before` there and while the browser takes the page over. A component whose
 * value is the same afterwards is not rendered again.
 */
export function useOnceHydrated<Value>(value: Value, before: Value): Value {
  return useSyncExternalStore(
    neverChanges,
    () => value,
    () => before,
  )
}
