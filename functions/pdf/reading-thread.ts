import { parentPort, workerData } from 'node:worker_threads'
import { readLines } from './page-lines.ts'
import { type OpenPdf, openPdf, withPage } from './pdfium.ts'
import type { ReadingTask } from './read-pdf.ts'

// This thread reads PDFs, so that its instance of PDFium is gone when it ends.

/** A paper has six to twelve pages, so that longer files are not papers. */
const PAGES_AT_MOST = 40
const LINES_OF_PAGE_AT_MOST = 500
const CHARACTERS_OF_LINE_AT_MOST = 300
const CHARACTERS_OF_PAGE_AT_MOST = 20_000

async function read({ pdf, reads }: ReadingTask): Promise<number | string[][]> {
  const open = await openPdf(pdf)
  return reads === 'lines' ? readPages(open) : open.pageCount
}

function readPages(open: OpenPdf): string[][] {
  const count = Math.min(open.pageCount, PAGES_AT_MOST)
  return Array.from({ length: count }, (_, index) => {
    const lines = withPage(open, index, (page) => readLines(open, page, CHARACTERS_OF_PAGE_AT_MOST)) ?? []
    return lines.slice(0, LINES_OF_PAGE_AT_MOST).map(({ text }) => text.slice(0, CHARACTERS_OF_LINE_AT_MOST))
  })
}

parentPort?.postMessage(await read(workerData as ReadingTask))
