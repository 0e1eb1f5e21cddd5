import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** True once the page runs; false in prerendered HTML and while the browser hydrates it. */
export function useHydrated(): boolean {
  return useOnceHydrated(true, false)
}

/** `before` in prerendered HTML and while it is hydrated; nothing is rendered again where both are the same. */
export function useOnceHydrated<Value>(value: Value, before: Value): Value {
  return useSyncExternalStore(
    neverChanges,
    () => value,
    () => before,
  )
}

/** Path of the page that stands on the screen as it was published or rendered; null for an empty shell. */
let readable: string | null = null

export function noteReadable(path: string): void {
  readable = path
}

/** React has not yet removed a page that fails while it renders the failure in place of `within`. */
export function readablePage(path: string, within: string) {
  const element = path === readable ? document.querySelector(within) : null
  return element && { html: element.innerHTML, title: document.title }
}
