export const LINE_END = '\r\n'

/** Returns the pages of an export as one file: each begins with the same header line, which the first alone keeps. */
export function joinCsvPages(pages: readonly string[]): string {
  return pages
    .map((page, index) => (index === 0 ? page : withoutHeader(page)))
    .filter((page) => page !== '')
    .join(LINE_END)
}

/** Names of columns hold no line end. */
function withoutHeader(page: string): string {
  return page.split(LINE_END).slice(1).join(LINE_END)
}
