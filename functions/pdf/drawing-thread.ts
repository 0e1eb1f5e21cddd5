import { parentPort, workerData } from 'node:worker_threads'
import type { OutlineEntry, PageLink, TextLine } from '#shared/entities/prepared-document.ts'
import type { ThreadMessage } from './bounded-thread.ts'
import { type DrawnPage, drawPage, type Encode, openWebp, pictureSize } from './draw-page.ts'
import { readLinks, readOutline } from './inner-links.ts'
import { readLines } from './page-lines.ts'
import { type OpenPdf, openPdf, withPage } from './pdfium.ts'

// This thread draws and reads a PDF, so that its instance of PDFium is gone when it ends.

/** A page as it was drawn and read; `number` counts from 1. */
export type PreparedPage = DrawnPage & { number: number; lines: TextLine[]; links: PageLink[] }

export type DrawnPdf = { outline: OutlineEntry[] }

const CHARACTERS_OF_PAGE_AT_MOST = 20_000
const LINES_OF_PAGE_AT_MOST = 500
const CHARACTERS_OF_LINE_AT_MOST = 300

async function draw(pdf: Uint8Array): Promise<DrawnPdf> {
  const open = await openPdf(pdf)
  const encode = await openWebp()
  for (let number = 1; number <= open.pageCount; number += 1) {
    const page =
      withPage(open, number - 1, (handle) => preparePage(open, handle, number, encode)) ??
      emptyPage(number, encode)
    say({ part: page })
  }
  return { outline: readOutline(open) }
}

function preparePage(pdf: OpenPdf, page: number, number: number, encode: Encode): PreparedPage {
  const drawn = drawPage(pdf, page, encode)
  const pixelsOfPoint = drawn.width / pdf.pdfium.FPDF_GetPageWidthF(page)
  const pixels = (points: number) => Math.round(points * pixelsOfPoint)
  const lines = readLines(pdf, page, CHARACTERS_OF_PAGE_AT_MOST)
    .slice(0, LINES_OF_PAGE_AT_MOST)
    .map(({ x, y, width, height, text }): TextLine => {
      // The table refuses half a character, which a file may name, or the limit leave.
      const shown = text.slice(0, CHARACTERS_OF_LINE_AT_MOST).toWellFormed()
      return [pixels(x), pixels(y), pixels(width), pixels(height), shown]
    })
  return { ...drawn, number, lines, links: readLinks(pdf, page, number, drawn) }
}

/** Returns a white sheet in place of a page that cannot be loaded, so that the others keep their numbers. */
function emptyPage(number: number, encode: Encode): PreparedPage {
  const { width, height } = pictureSize(210, 297)
  const white = (scale: number) =>
    encode({
      data: new Uint8ClampedArray(width * height * scale ** 2 * 4).fill(255),
      width: width * scale,
      height: height * scale,
    })
  return { number, width, height, small: white(1), large: white(2), lines: [], links: [] }
}

function say(message: ThreadMessage<PreparedPage, DrawnPdf>): void {
  parentPort?.postMessage(message)
}

say({ answer: await draw((workerData as { pdf: Uint8Array }).pdf) })
