import { parentPort, workerData } from 'node:worker_threads'
import {
  ParseSpeeds,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import { MAX_COPY_PAGES } from '#shared/entities/copy.ts'
import { markContent } from './mark-content.ts'
import type { MarkingTask } from './mark-pdf.ts'

// This thread marks PDFs. It is a file of its own beside the bundle, loaded for copies only.

const FONT = 'ExemplaireFont'
const FAINT = 'ExemplaireFaint'
const CLEAR = 'ExemplaireClear'

/** Each object of the file takes several in memory, all at once. A paper has some hundreds. */
const OBJECTS_AT_MOST = 120_000

/**
 * Returns the PDF with a mark on each page.
 * @throws Error for a file that is encrypted or broken, or has too many objects or pages
 */
export async function markFile({ pdf: bytes, copy }: MarkingTask): Promise<Uint8Array> {
  if (hasTooManyObjects(Buffer.from(bytes.buffer))) throw new Error('Too many objects')
  const pdf = await PDFDocument.load(bytes, { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false })
  if (pdf.getPageCount() > MAX_COPY_PAGES) throw new Error('Too many pages')
  markPages(pdf, copy)
  removeUnreachable(pdf.context)
  putCatalogLast(pdf)
  // Objects are written by their numbers, and not within other objects.
  return pdf.save({ useObjectStreams: false, updateFieldAppearances: false, addDefaultPage: false })
}

function hasTooManyObjects(bytes: Buffer): boolean {
  let count = 0
  for (
    let at = bytes.indexOf(' obj');
    at !== -1 && count <= OBJECTS_AT_MOST;
    at = bytes.indexOf(' obj', at + 1)
  )
    count += 1
  return count > OBJECTS_AT_MOST
}

function markPages(pdf: PDFDocument, copy: MarkingTask['copy']): void {
  const { context } = pdf
  const resources = {
    // Every reader has this font, so that it need not be embedded.
    Font: {
      [FONT]: context.register(
        context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' }),
      ),
    },
    ExtGState: {
      [FAINT]: context.register(context.obj({ Type: 'ExtGState', ca: 0.15 })),
      [CLEAR]: context.register(context.obj({ Type: 'ExtGState', ca: 0.8 })),
    },
  }
  const start = context.register(context.stream('q\n'))
  /** Pages of the same form share their mark. */
  const marks = new Map<string, PDFRef>()
  for (const page of pdf.getPages()) {
    const content = markContent({ ...page.getCropBox(), rotation: page.getRotation().angle }, copy, {
      font: FONT,
      faint: FAINT,
      clear: CLEAR,
    })
    const mark = marks.get(content) ?? context.register(context.stream(`\nQ\n${content}`))
    marks.set(content, mark)
    for (const [kind, entries] of Object.entries(resources)) addResources(page, kind, entries)
    surround(page, start, mark)
  }
  const keywords = pdf.getKeywords()
  // This is the only entry that changes. The code comes first, since the file may itself have been a copy.
  pdf.setKeywords([`Exemplaire ${copy.code}`, ...(keywords ? [keywords] : [])])
}

/** Adds to a copy of the page's resources, which other pages may share, also unmarked ones of another document. */
function addResources({ node, doc }: PDFPage, kind: string, added: Record<string, PDFRef>): void {
  const { context } = doc
  const name = PDFName.of(kind)
  const all = new Map(node.Resources()?.entries() ?? [])
  const own = new Map(node.Resources()?.lookupMaybe(name, PDFDict)?.entries() ?? [])
  for (const [key, ref] of Object.entries(added)) own.set(PDFName.of(key), ref)
  all.set(name, PDFDict.fromMapWithContext(own, context))
  node.set(PDFName.of('Resources'), PDFDict.fromMapWithContext(all, context))
}

/** Puts the page's own content between saving and restoring the graphics state, and the mark after it. */
function surround({ node, doc }: PDFPage, start: PDFRef, mark: PDFRef): void {
  const name = PDFName.of('Contents')
  const contents = node.Contents()
  const reference = node.get(name)
  const parts = contents instanceof PDFArray ? contents.asArray() : reference ? [reference] : []
  node.set(name, doc.context.obj([start, ...parts, mark]))
}

/** Removes unused objects: earlier revisions of objects, and the positions at which the file had them. */
function removeUnreachable(context: PDFContext): void {
  const { Root, Info } = context.trailerInfo
  const reached = new Set<PDFObject>()
  const next: (PDFObject | undefined)[] = [Root, Info]
  while (next.length > 0) {
    const object = next.pop()
    if (object instanceof PDFRef) {
      if (reached.has(object)) continue
      reached.add(object)
      next.push(context.lookup(object))
    } else if (object instanceof PDFStream) next.push(object.dict)
    else if (object instanceof PDFDict) for (const value of object.values()) next.push(value)
    else if (object instanceof PDFArray) for (const value of object.asArray()) next.push(value)
    else if (object instanceof PDFInvalidObject) next.push(...referencesIn(object))
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref)
}

/** Returns the references of an object that breaks the syntax and is kept as it was read. */
function referencesIn(object: PDFInvalidObject): PDFRef[] {
  const bytes = Buffer.alloc(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  const references = bytes.toString('latin1').matchAll(/(\d+)\s+(\d+)\s+R/g)
  return [...references].map(([, number, generation]) => PDFRef.of(Number(number), Number(generation)))
}

/**
 * Gives the catalog the last number, after the marks. A program that repairs files finds no pages without the catalog
 * when the end was cut off, and has lost the pages before the marks when the beginning was cut off.
 */
function putCatalogLast({ context, catalog }: PDFDocument): void {
  const { Root } = context.trailerInfo
  if (Root instanceof PDFRef) context.delete(Root)
  context.trailerInfo.Root = context.register(catalog)
}

// Tests call markFile without a thread.
if (parentPort) {
  const marked = await markFile(workerData as MarkingTask)
  parentPort.postMessage({ answer: marked }, [marked.buffer as ArrayBuffer])
}
