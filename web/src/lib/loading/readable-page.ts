/** Path of the page that stands on the screen as it was published or rendered; null for an empty shell. */
let readable: string | null = null

/** Notes that the page of a path can be read. */
export function noteReadable(path: string): void {
  readable = path
}

/** HTML and title of what can be read of a page. */
export type ReadablePage = { html: string; title: string }

/**
 * Returns what can be read of a page that fails. React has not yet removed it while it renders the failure.
 * @param within selector of the element that the failure takes the place of
 */
export function readablePage(path: string, within: string): ReadablePage | null {
  const element = path === readable ? document.querySelector(within) : null
  return element && { html: element.innerHTML, title: document.title }
}
