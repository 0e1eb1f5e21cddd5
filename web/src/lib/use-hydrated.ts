import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** Whether the page runs: false in prerendered HTML and while the browser takes it over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
