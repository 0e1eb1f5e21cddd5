import type { OutlineEntry, PageLink } from '#shared/entities/prepared-document.ts'
import { type OpenPdf, placeOnPicture, readRectangle, readText } from './pdfium.ts'

/** A file of a student's phone needs no more, and a hostile one may have endless ones. */
const ENTRIES_AT_MOST = 500
const DEEPEST = 5
const LINKS_OF_PAGE_AT_MOST = 200
const TITLE_BYTES_AT_MOST = 1_000

export function readOutline(pdf: OpenPdf): OutlineEntry[] {
  const { pdfium, document } = pdf
  const entries: OutlineEntry[] = []
  const seen = new Set<number>()
  function readFrom(first: number, depth: number): void {
    let entry = first
    while (entry !== 0 && !seen.has(entry) && seen.size < ENTRIES_AT_MOST) {
      seen.add(entry)
      const destination = pdfium.FPDFBookmark_GetDest(document, entry)
      const page = pageOf(pdf, destination, pdfium.FPDFBookmark_GetAction(entry))
      const title = titleOf(pdf, entry)
      if (page !== null && title !== '') entries.push({ title, page, depth })
      if (depth < DEEPEST) readFrom(pdfium.FPDFBookmark_GetFirstChild(document, entry), depth + 1)
      entry = pdfium.FPDFBookmark_GetNextSibling(document, entry)
    }
  }
  readFrom(pdfium.FPDFBookmark_GetFirstChild(document, 0), 0)
  return entries
}

/** Reads the links of a page that lead to a page of the same PDF: the reader stays on the site. */
export function readLinks(
  pdf: OpenPdf,
  page: number,
  number: number,
  size: { width: number; height: number },
): PageLink[] {
  const { pdfium, document } = pdf
  const { pdfium: memory } = pdfium
  const position = memory.wasmExports.malloc(8)
  const link = position + 4
  memory.setValue(position, 0, 'i32')
  const links: PageLink[] = []
  while (links.length < LINKS_OF_PAGE_AT_MOST && pdfium.FPDFLink_Enumerate(page, position, link)) {
    const handle = memory.getValue(link, 'i32')
    const to = pageOf(pdf, pdfium.FPDFLink_GetDest(document, handle), pdfium.FPDFLink_GetAction(handle))
    const box = readRectangle(pdfium, (place) => pdfium.FPDFLink_GetAnnotRect(handle, place))
    if (to === null || !box) continue
    const [left, top, right, bottom] = box
    const [x1, y1] = placeOnPicture(pdf, page, size, left, top)
    const [x2, y2] = placeOnPicture(pdf, page, size, right, bottom)
    const [x, y] = [Math.min(x1, x2), Math.min(y1, y2)]
    links.push({ page: number, x, y, width: Math.abs(x2 - x1), height: Math.abs(y2 - y1), to })
  }
  memory.wasmExports.free(position)
  return links
}

/** PDFACTION_GOTO */
const GO_TO = 1

function pageOf(
  { pdfium, document, pageCount }: OpenPdf,
  destination: number,
  action: number,
): number | null {
  const found =
    destination === 0 && action !== 0 && pdfium.FPDFAction_GetType(action) === GO_TO
      ? pdfium.FPDFAction_GetDest(document, action)
      : destination
  const index = found === 0 ? -1 : pdfium.FPDFDest_GetDestPageIndex(document, found)
  return index >= 0 && index < pageCount ? index + 1 : null
}

function titleOf({ pdfium }: OpenPdf, entry: number): string {
  const read = (place: number, length: number) => pdfium.FPDFBookmark_GetTitle(entry, place, length)
  const title = readText(pdfium, read, TITLE_BYTES_AT_MOST).toWellFormed()
  return title.replace(/\p{Cc}/gu, ' ').trim()
}
