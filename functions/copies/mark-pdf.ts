import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { Copy } from '#shared/entities/copy.ts'
import { markContent } from './mark-content.ts'

const FONT = 'ExemplaireFont'
const FAINT = 'ExemplaireFaint'
const CLEAR = 'ExemplaireClear'

/** A PDF whose pages can be marked. */
type MarkablePdf = {
  /**
   * Marks every page. @returns the parts of the marked file, in their order
   * @throws DomainError DOCUMENT_NOT_DOWNLOADABLE where a page is broken
   */
  mark(copy: Pick<Copy, 'email' | 'code'>): Promise<Uint8Array[]>
}

/**
 * Parses a PDF to be marked. The original bytes stay as they are: marks are appended as an incremental update, so that a
 * scan of 25 MB costs a tenth of a second and no second copy in memory.
 * @throws DomainError DOCUMENT_NOT_DOWNLOADABLE for an encrypted file, or one that cannot be parsed
 */
export async function openForMarking(bytes: Uint8Array): Promise<MarkablePdf> {
  const pdf = await load(bytes, true)
  const { snapshot } = pdf.context
  const form = crossReferenceForm(pdf, bytes)
  // An update continues the file's own cross-reference. Where that is broken, as some scanners leave it, the whole file is
  // written anew.
  const whole = form === null ? await load(bytes, false) : null
  return {
    async mark(copy) {
      try {
        markPages(whole ?? pdf, copy)
        return whole || !snapshot
          ? [await (whole ?? pdf).save({ updateFieldAppearances: false, addDefaultPage: false })]
          : [bytes, await pdf.saveIncremental(snapshot, { useObjectStreams: form === 'stream' })]
      } catch (cause) {
        throw new DomainError('DOCUMENT_NOT_DOWNLOADABLE', { cause })
      }
    },
  }
}

async function load(bytes: Uint8Array, forIncrementalUpdate: boolean): Promise<PDFDocument> {
  try {
    const settings = { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false, forIncrementalUpdate }
    return await PDFDocument.load(bytes, settings)
  } catch (cause) {
    throw new DomainError('DOCUMENT_NOT_DOWNLOADABLE', { cause })
  }
}

/** How a file lists its objects; null: not where it says. */
function crossReferenceForm({ context }: PDFDocument, bytes: Uint8Array): 'table' | 'stream' | null {
  const { prevStartXRef: at } = context.pdfFileDetails
  const beginning = Buffer.from(bytes.subarray(at, at + 24)).toString('latin1')
  if (/^\s*xref\b/.test(beginning)) return 'table'
  return /^\s*\d+ \d+ obj\b/.test(beginning) ? 'stream' : null
}

function markPages(pdf: PDFDocument, copy: Pick<Copy, 'email' | 'code'>): void {
  const { context } = pdf
  const resources = {
    // One of the fonts that every reader has: nothing to embed.
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
  // The only entry that changes; first, since the file may itself have been a copy.
  pdf.setKeywords([`Exemplaire ${copy.code}`, ...(keywords ? [keywords] : [])])
}

/** Adds to a copy of the page's resources: several pages, also unmarked ones of another document, may share them. */
function addResources({ node, doc }: PDFPage, kind: string, added: Record<string, PDFRef>): void {
  const { context } = doc
  const name = PDFName.of(kind)
  const all = new Map(node.Resources()?.entries() ?? [])
  const own = new Map(node.Resources()?.lookupMaybe(name, PDFDict)?.entries() ?? [])
  for (const [key, ref] of Object.entries(added)) own.set(PDFName.of(key), ref)
  all.set(name, PDFDict.fromMapWithContext(own, context))
  node.set(PDFName.of('Resources'), PDFDict.fromMapWithContext(all, context))
}

/** The page's own content between saving and restoring the graphics state, then the mark. */
function surround({ node, doc }: PDFPage, start: PDFRef, mark: PDFRef): void {
  const name = PDFName.of('Contents')
  const contents = node.Contents()
  const reference = node.get(name)
  const parts = contents instanceof PDFArray ? contents.asArray() : reference ? [reference] : []
  node.set(name, doc.context.obj([start, ...parts, mark]))
}
