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

/** Path of the page that stands on the screen as it was published or rendered; null for an empty shell. */
let readable: string | null = null

/** Notes that the page of a path can be read. */
export function noteReadable(path: string): void {
  readable = path
}

/** HTML and title of what can be read of a page. */
type ReadablePage = { html: string; title: string }

/**
 * Returns what can be read of a page that fails. React has not yet removed it while it renders the failure.
 * @param within selector of the element that the failure takes the place of
 */
export function readablePage(path: string, within: string): ReadablePage | null {
  const element = path === readable ? document.querySelector(within) : null
  return element && { html: element.innerHTML, title: document.title }
}
