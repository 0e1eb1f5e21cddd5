import { parentPort, workerData } from 'node:worker_threads'
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import type { ReadingTask } from './read-pdf.ts'

// This thread reads PDFs. It is a file of its own beside the bundle, since PDF.js is larger than the rest of it.

// PDF.js would load the file of its worker by a name that no bundle has.
Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } })

/** A paper has six to twelve pages, so that longer files are not papers. */
const PAGES_AT_MOST = 40
const LINES_OF_PAGE_AT_MOST = 500
const CHARACTERS_OF_LINE_AT_MOST = 300

/** Texts with baselines within this distance are one line, in points: the height of an index. */
const LINE_TOLERANCE = 3

type Piece = { text: string; x: number; y: number; width: number }

async function read({ pdf, reads }: ReadingTask): Promise<number | string[][]> {
  const task = getDocument({ data: pdf, verbosity: 0, disableFontFace: true, enableXfa: false })
  const document = await task.promise
  return reads === 'lines' ? readLines(document) : document.numPages
}

async function readLines(document: PDFDocumentProxy): Promise<string[][]> {
  const pages: string[][] = []
  for (let number = 1; number <= Math.min(document.numPages, PAGES_AT_MOST); number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(toLines(items.flatMap((item) => ('str' in item ? [pieceOf(item)] : []))))
    page.cleanup()
  }
  return pages
}

function pieceOf({ str, transform, width }: { str: string; transform: number[]; width: number }): Piece {
  const [, , , , x = 0, y = 0] = transform
  return { text: str, x, y, width }
}

/** Sorts texts from top to bottom and from left to right, since a file may draw them in any order. */
function toLines(pieces: readonly Piece[]): string[] {
  const rows: Piece[][] = []
  for (const piece of pieces.toSorted((one, other) => other.y - one.y)) {
    const row = rows.at(-1)
    const [first] = row ?? []
    if (row && first && first.y - piece.y < LINE_TOLERANCE) row.push(piece)
    else rows.push([piece])
  }
  return rows
    .slice(0, LINES_OF_PAGE_AT_MOST)
    .map((row) =>
      joinPieces(row.toSorted((one, other) => one.x - other.x)).slice(0, CHARACTERS_OF_LINE_AT_MOST),
    )
    .filter((line) => line !== '')
}

/** Adds blanks between the cells of a table. */
function joinPieces(row: readonly Piece[]): string {
  let line = ''
  let end = Number.POSITIVE_INFINITY
  for (const { text, x, width } of row) {
    line += x - end > LINE_TOLERANCE ? ` ${text}` : text
    end = x + width
  }
  return line.replace(/\s+/g, ' ').trim()
}

parentPort?.postMessage(await read(workerData as ReadingTask))
