export const LINE_END = '\r\n'

/** Joins the pages of an export to one file. Each page begins with the same header line; only the first one is kept. */
export function joinCsvPages(pages: readonly string[]): string {
  return pages
    .map((page, index) => (index === 0 ? page : withoutHeader(page)))
    .filter((page) => page !== '')
    .join(LINE_END)
}

/** Column names contain no line end. */
function withoutHeader(page: string): string {
  return page.split(LINE_END).slice(1).join(LINE_END)
}
