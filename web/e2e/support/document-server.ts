import { PDFDocument, PDFHexString, PDFName, StandardFonts } from '@cantoo/pdf-lib'
import type { Page, Route } from '@playwright/test'

/** Signed addresses of documents that are read, and of personal copies. */
const DOCUMENTS = /\/files\/(?:[\w-]+\/[\w-]+\/inline|copies)\//
/** Padding of each page in bytes, so that fetching the whole document costs more than a few pages. */
const PADDING = 60_000
export const LONG_PAGES = 60

type Outcome = 'well' | 'refused address' | 'failing' | 'no network'

/** Drawn once for all tests. */
let longPaper: Promise<Buffer> | undefined

/** The titles of the paper's outline, and the pages that they lead to. */
export const OUTLINE = [
  { title: 'Première partie : mécanique', page: 1 },
  { title: 'Deuxième partie : électricité', page: 30 },
] as const

/** Answers requests for documents in place of the edge: ranges of a paper of sixty large pages, and faults. */
export class DocumentServer {
  requests = 0
  bytesSent = 0
  readonly size: number
  readonly #bytes: Buffer
  #outcome: Outcome = 'well'
  #times = 0

  private constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.size = bytes.length
  }

  static async for(page: Page): Promise<DocumentServer> {
    longPaper ??= drawLongPaper()
    const server = new DocumentServer(await longPaper)
    await page.route(DOCUMENTS, (route) => server.#answer(route))
    return server
  }

  /** Sets the outcome of the next requests, by default of all that follow. */
  lets(outcome: Outcome, times = Number.POSITIVE_INFINITY): void {
    this.#outcome = outcome
    this.#times = times
  }

  async #answer(route: Route): Promise<void> {
    this.requests += 1
    this.#times -= 1
    switch (this.#times >= 0 ? this.#outcome : 'well') {
      case 'refused address':
        return route.fulfill({ status: 403, contentType: 'text/xml', body: '<Error/>' })
      case 'failing':
        return route.fulfill({ status: 502, body: '' })
      case 'no network':
        return route.abort('internetdisconnected')
      case 'well':
        return this.#send(route)
    }
  }

  async #send(route: Route): Promise<void> {
    const [begin = 0, last = 0] = (route.request().headers().range?.match(/\d+/g) ?? []).map(Number)
    const body = this.#bytes.subarray(begin, last + 1)
    this.bytesSent += body.length
    await route.fulfill({
      status: 206,
      headers: {
        'content-type': 'application/pdf',
        'content-range': `bytes ${begin}-${begin + body.length - 1}/${this.size}`,
        etag: '"long"',
      },
      body,
    })
  }
}

async function drawLongPaper(): Promise<Buffer> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  // All pages come before their content, so that a reader finds each without fetching the earlier ones.
  const pages = Array.from({ length: LONG_PAGES }, () => document.addPage([595, 842]))
  for (const [index, page] of pages.entries()) {
    page.node.addContentStream(
      document.context.register(document.context.stream(`% ${'.'.repeat(PADDING)}\n`)),
    )
    page.drawText(`Exercice ${index + 1} du polycopie`, { x: 60, y: 760, size: 24, font })
    page.drawRectangle({ x: 60, y: 300, width: 475, height: 380, opacity: 0.6 })
  }
  const { context, catalog } = document
  const root = context.nextRef()
  const entries = OUTLINE.map(() => context.nextRef())
  for (const [index, { title, page }] of OUTLINE.entries())
    context.assign(
      entries[index] as (typeof entries)[number],
      context.obj({
        Title: PDFHexString.fromText(title),
        Parent: root,
        ...(index > 0 && { Prev: entries[index - 1] }),
        ...(index < entries.length - 1 && { Next: entries[index + 1] }),
        Dest: [pages[page - 1]?.ref, PDFName.of('Fit')],
      }),
    )
  context.assign(root, context.obj({ First: entries[0], Last: entries.at(-1), Count: entries.length }))
  catalog.set(PDFName.of('Outlines'), root)
  return Buffer.from(await document.save({ useObjectStreams: false }))
}
