import type { OutlineEntry, PageLink } from '#shared/entities/prepared-document.ts'
import type { OpenPdf } from './pdfium.ts'

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
      const page = pageOf(
        pdf,
        pdfium.FPDFBookmark_GetDest(document, entry),
        pdfium.FPDFBookmark_GetAction(entry),
      )
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
  { width, height }: { width: number; height: number },
): PageLink[] {
  const { pdfium, document } = pdf
  const { pdfium: memory } = pdfium
  const places = memory.wasmExports.malloc(64)
  const [position, link, rectangle, x, y] = [0, 4, 8, 24, 28].map((at) => places + at) as [
    number,
    number,
    number,
    number,
    number,
  ]
  memory.setValue(position, 0, 'i32')
  const links: PageLink[] = []
  const pixelOf = (pageX: number, pageY: number) => {
    pdfium.FPDF_PageToDevice(page, 0, 0, width, height, 0, pageX, pageY, x, y)
    return [memory.getValue(x, 'i32'), memory.getValue(y, 'i32')] as const
  }
  while (links.length < LINKS_OF_PAGE_AT_MOST && pdfium.FPDFLink_Enumerate(page, position, link)) {
    const handle = memory.getValue(link, 'i32')
    const to = pageOf(pdf, pdfium.FPDFLink_GetDest(document, handle), pdfium.FPDFLink_GetAction(handle))
    if (to === null || !pdfium.FPDFLink_GetAnnotRect(handle, rectangle)) continue
    // An FS_RECTF: left, top, right and bottom.
    const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((at) =>
      memory.getValue(rectangle + at, 'float'),
    )
    const [x1, y1] = pixelOf(left, top)
    const [x2, y2] = pixelOf(right, bottom)
    const box = {
      x: Math.min(x1, x2),
      y: Math.min(y1, y2),
      width: Math.abs(x2 - x1),
      height: Math.abs(y2 - y1),
    }
    links.push({ page: number, ...box, to })
  }
  memory.wasmExports.free(places)
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
  const length = pdfium.FPDFBookmark_GetTitle(entry, 0, 0)
  if (length > TITLE_BYTES_AT_MOST) return ''
  const place = pdfium.pdfium.wasmExports.malloc(length)
  pdfium.FPDFBookmark_GetTitle(entry, place, length)
  const bytes = pdfium.pdfium.HEAPU8.slice(place, place + length)
  pdfium.pdfium.wasmExports.free(place)
  // UTF-16 with a final zero.
  return new TextDecoder('utf-16le')
    .decode(bytes)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
}
